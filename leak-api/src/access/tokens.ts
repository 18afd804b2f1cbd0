import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { object, string } from 'zod/mini'
import type { Clock } from '../clock.ts'
import { parseScopes, type Scope } from './scopes.ts'

const SESSION_SECONDS = 8 * 60 * 60
/** Lifetime of a portal's token; short, because pages that are not ours hold it. */
export const PORTAL_TOKEN_SECONDS = 10 * 60
const ALGORITHM = 'HS256'

const sessionClaims = object({ sub: string(), uid: string() })
const portalClaims = object({ client_id: string(), scope: string(), jti: string() })

/** The account of a session. `accountId` tells an account from a later one with the same address. */
export type AccountSubject = { readonly kind: 'account'; readonly email: string; readonly accountId: string }
/** The client of a portal; `tokenId` tells its tokens apart. */
export type ClientSubject = {
  readonly kind: 'client'
  readonly clientId: string
  readonly scopes: readonly Scope[]
  readonly tokenId: string
}

export type ReadToken =
  | { readonly status: 'valid' | 'expired'; readonly subject: AccountSubject | ClientSubject }
  /** Forged or unreadable. */
  | { readonly status: 'unreadable' }

/** Access tokens (JWT, RFC 7519), signed with one key. */
export type Tokens = {
  /** Issues a session's token (P-SESSION-12); `sub` is the e-mail address. */
  issue(subject: Omit<AccountSubject, 'kind'>): Promise<string>
  /** Issues a token for {@link PORTAL_TOKEN_SECONDS} (RFC 9068); `sub` is the client. */
  issueToClient(subject: Omit<ClientSubject, 'kind'>): Promise<string>
  /** Checks signature and expiry; never rejects. */
  read(token: string): Promise<ReadToken>
}

const subjectOf = (payload: JWTPayload): AccountSubject | ClientSubject | undefined => {
  const session = sessionClaims.safeParse(payload)
  if (session.success) return { kind: 'account', email: session.data.sub, accountId: session.data.uid }
  const portal = portalClaims.safeParse(payload)
  if (!portal.success) return undefined
  const { client_id: clientId, scope, jti: tokenId } = portal.data
  return { kind: 'client', clientId, scopes: parseScopes(scope) ?? [], tokenId }
}

const readAs = (status: 'valid' | 'expired', payload: JWTPayload): ReadToken => {
  const subject = subjectOf(payload)
  return subject === undefined ? { status: 'unreadable' } : { status, subject }
}

export const createTokens = (key: Uint8Array, clock: Clock): Tokens => {
  const sign = (claims: JWTPayload, subject: string, { seconds, typ }: { seconds: number; typ: string }) => {
    const now = Math.floor(clock().getTime() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ })
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
  }
  return {
    issue: ({ email, accountId }) => sign({ uid: accountId }, email, { seconds: SESSION_SECONDS, typ: 'JWT' }),
    issueToClient: ({ clientId, scopes, tokenId }) =>
      sign({ client_id: clientId, scope: scopes.join(' '), jti: tokenId }, clientId, {
        seconds: PORTAL_TOKEN_SECONDS,
        typ: 'at+jwt',
      }),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: clock() })
        return readAs('valid', payload)
      } catch (error) {
        // The signature was good: the token's subject is known.
        if (error instanceof errors.JWTExpired) return readAs('expired', error.payload)
        return { status: 'unreadable' }
      }
    },
  }
}
