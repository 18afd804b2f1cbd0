import { remoteNameSchema, type Role } from '@atalaia/contracts'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { int, object, optional, string } from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../key-ring.ts'
import { createKnownSecrets } from './known-secrets.ts'
import { NO_GRANT, parseRemoteScopes, parseScopes, scopeWords, type Grant, type RemoteTokenScope } from './scopes.ts'

export const SESSION_SECONDS = 8 * 60 * 60
export const REMOTE_TOKEN_SECONDS = 10 * 60
/** Short, because foreign pages hold it (M-EMBED-9). */
export const PORTAL_TOKEN_SECONDS = 10 * 60
const ALGORITHM = 'HS256'
const AUDIENCE = 'leak-api'
/** In each token's header, so that no other signed text passes as a token (RFC 8725 section 3.11). */
const TYPES = { account: 'JWT', client: 'at+jwt', remote: 'remote+jwt' } as const
/** Until this instant, tokens without an audience pass. Migration 0006 writes it. */
export const WITHOUT_AUDIENCE_SETTING = 'tokens_without_audience_until'

// Tokens from before there were sessions on the server name none; the last of them ends 8 hours later.
const sessionClaims = object({
  sub: string(),
  uid: string(),
  gen: optional(int()),
  sid: optional(string()),
  org: optional(string()),
})
const remoteClaims = object({ ...sessionClaims.shape, aud: remoteNameSchema, scope: string() })
const portalClaims = object({
  client_id: string(),
  scope: string(),
  jti: string(),
  user: optional(string()),
  person: optional(string()),
})

/**
 * `accountId` separates accounts that had the same address over time. A new `generation` ends all
 * sessions.
 */
export type AccountSubject = {
  readonly kind: 'account'
  readonly email: string
  readonly accountId: string
  readonly generation: number
  readonly sessionId?: string | undefined
  /** The session's organisation. Older tokens have no value: then the sign-up's. */
  readonly organisationId?: string | undefined
  readonly issuedAt: number
  readonly until: number
}

/** M-TOKEN-2 */
export type RemoteSubject = Omit<AccountSubject, 'kind'> & {
  readonly kind: 'remote'
  readonly remote: string
  readonly scopes: readonly RemoteTokenScope[]
}

/** Facts about a person in an organisation that a token tells its page. Default: none. */
export type ShownFacts = {
  readonly name?: string
  /** True while the page shows the first steps (P-START-1). */
  readonly firstSteps?: boolean
}

export type NewSessionToken = Omit<AccountSubject, 'kind' | 'issuedAt' | 'until' | 'sessionId'> & {
  readonly sessionId: string
  /** For the page, which shows them; the API looks them up at each call. */
  readonly facts?: ShownFacts & { readonly organisation: string; readonly role: Role }
  readonly seconds: number
  /** End of a page's session if the page renews its token, in seconds since 1970. */
  readonly renewUntil?: number
}
/** A portal's client with one token's rights. `tokenId` identifies the token. */
export type ClientSubject = Grant & {
  readonly kind: 'client'
  readonly clientId: string
  readonly tokenId: string
  /** The portal's person behind the token request. */
  readonly user?: string | undefined
  /** Mailbox (M-NOTICE-6). */
  readonly person?: string | undefined
}

type Subject = AccountSubject | RemoteSubject | ClientSubject

export type ReadToken =
  | { readonly status: 'valid' | 'expired'; readonly subject: Subject }
  | { readonly status: 'unreadable' }

/**
 * Access tokens (JWT, RFC 7519). Each names its key, so every server reads it; older tokens name
 * none (M-ROTATE-3).
 */
export type Tokens = {
  /** `sub` is the e-mail address (P-SESSION-12, P-SESSION-18). */
  issue(token: NewSessionToken): Promise<string>
  issueToRemote(
    subject: Omit<RemoteSubject, 'kind' | 'issuedAt' | 'until'>,
    facts: { role: Role; seconds: number },
  ): Promise<string>
  /** Lasts {@link PORTAL_TOKEN_SECONDS} (RFC 9068); `sub` is the client. */
  issueToClient(subject: Omit<ClientSubject, 'kind'>): Promise<string>
  /**
   * Checks signature, expiry, audience, type and the longest lifetime. A failed check makes the
   * token unreadable. Never rejects.
   */
  read(token: string): Promise<ReadToken>
}

const lifetimeOf = ({ iat, exp }: JWTPayload) =>
  iat === undefined || exp === undefined ? Number.POSITIVE_INFINITY : exp - iat

const sessionOf = (payload: JWTPayload): Omit<AccountSubject, 'kind'> | undefined => {
  const session = sessionClaims.safeParse(payload)
  if (!session.success) return undefined
  const { sub: email, uid: accountId, gen: generation = 0, sid: sessionId, org: organisationId } = session.data
  const [issuedAt, until] = [(payload.iat ?? 0) * 1000, (payload.exp ?? 0) * 1000]
  return { email, accountId, generation, sessionId, organisationId, issuedAt, until }
}

const remoteOf = (payload: JWTPayload): RemoteSubject | undefined => {
  const [session, claims] = [sessionOf(payload), remoteClaims.safeParse(payload)]
  if (!session || !claims.success || lifetimeOf(payload) > REMOTE_TOKEN_SECONDS) return undefined
  const scopes = parseRemoteScopes(claims.data.scope)
  return scopes && { ...session, kind: 'remote', remote: claims.data.aud, scopes }
}

const subjectOf = (typ: unknown, payload: JWTPayload): Subject | undefined => {
  if (typ === TYPES.account) {
    const session = sessionOf(payload)
    return session && lifetimeOf(payload) <= SESSION_SECONDS ? { kind: 'account', ...session } : undefined
  }
  const portal = portalClaims.safeParse(payload)
  if (typ !== TYPES.client || !portal.success || lifetimeOf(payload) > PORTAL_TOKEN_SECONDS) return undefined
  const { client_id: clientId, scope, jti: tokenId, user, person } = portal.data
  const parsed = parseScopes(scope)
  return { kind: 'client', clientId, tokenId, user, person, ...(parsed.ok ? parsed.grant : NO_GRANT) }
}

type Proved = { readonly read: ReadToken; readonly keyId: string; readonly until: number }

export type TokensOptions = {
  readonly ring: KeyRing
  readonly clock: Clock
  readonly withoutAudienceUntil?: Date | undefined
}

export const createTokens = ({ ring, clock, withoutAudienceUntil }: TokensOptions): Tokens => {
  const sign = (
    claims: JWTPayload,
    subject: string,
    { seconds, typ, audience = AUDIENCE }: { seconds: number; typ: string; audience?: string },
  ) => {
    const now = Math.floor(clock().getTime() / 1000)
    const { id: kid, secret } = ring.current
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ, kid })
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(secret)
  }
  const proved = createKnownSecrets<Proved>()
  const verify = async (token: string): Promise<{ readonly payload: JWTPayload; readonly keyId: string }> => {
    const { kid } = decodeProtectedHeader(token)
    let failure: unknown = new Error('token: there is no such key')
    for (const { id, secret } of ring.all) {
      if (kid !== undefined && kid !== id) continue
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: [ALGORITHM], currentDate: clock() })
        return { payload, keyId: id }
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
        failure = error
      }
    }
    throw failure
  }
  const isForUs = ({ aud }: JWTPayload) =>
    aud === AUDIENCE || (aud === undefined && withoutAudienceUntil !== undefined && clock() < withoutAudienceUntil)
  const readAs = (status: 'valid' | 'expired', token: string, payload: JWTPayload): ReadToken => {
    const { typ } = decodeProtectedHeader(token)
    // Its audience is the remote; that it is for us, its signature says.
    const ofRemote = typ === TYPES.remote ? remoteOf(payload) : undefined
    const subject = ofRemote ?? (isForUs(payload) ? subjectOf(typ, payload) : undefined)
    return subject === undefined ? { status: 'unreadable' } : { status, subject }
  }
  return {
    issue: ({ email, accountId, generation, sessionId, organisationId: org, facts, seconds, renewUntil }) => {
      const told = {
        org,
        org_name: facts?.organisation,
        role: facts?.role,
        name: facts?.name || undefined,
        first_steps: facts?.firstSteps || undefined,
      }
      return sign({ uid: accountId, gen: generation, sid: sessionId, renew_until: renewUntil, ...told }, email, {
        seconds: Math.min(seconds, SESSION_SECONDS),
        typ: TYPES.account,
      })
    },
    issueToRemote: ({ email, accountId, generation, sessionId, organisationId, remote, scopes }, { role, seconds }) =>
      sign(
        { uid: accountId, gen: generation, sid: sessionId, org: organisationId, role, scope: scopes.join(' ') },
        email,
        { seconds: Math.min(seconds, REMOTE_TOKEN_SECONDS), typ: TYPES.remote, audience: remote },
      ),
    issueToClient: ({ clientId, tokenId, user, person, ...grant }) =>
      sign({ client_id: clientId, scope: scopeWords(grant).join(' '), jti: tokenId, user, person }, clientId, {
        seconds: PORTAL_TOKEN_SECONDS,
        typ: TYPES.client,
      }),
    read: async (token) => {
      const known = proved.get(token)
      if (known !== undefined && known.until > clock().getTime() && ring.all.some(({ id }) => id === known.keyId))
        return known.read
      try {
        const { payload, keyId } = await verify(token)
        const read = readAs('valid', token, payload)
        // Without an audience, the clock alone ends it.
        if (read.status === 'valid' && payload.aud !== undefined)
          proved.learn(token, { read, keyId, until: (payload.exp ?? 0) * 1000 })
        return read
      } catch (error) {
        if (error instanceof errors.JWTExpired) return readAs('expired', token, error.payload)
        return { status: 'unreadable' }
      }
    },
  }
}
