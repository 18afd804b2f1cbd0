import { messageOf } from '@atalaia/server'
import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { IssuerFailure, type IssuerKeys } from './issuer-keys.ts'

const MAX_TOKEN_LENGTH = 16 * 1024
/** Asymmetric signatures only: neither `none` nor shared secrets (HS…). */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
/** Allowed clock skew. */
const SKEW_S = 60
/** Seconds from `iat` to `exp`: GitLab's tokens live as long as the job. */
const MAX_LIFETIME_S = 86_400

/** Metrics count the kinds. Sentences are for the operator's log. */
export type RefusalCode =
  | 'malformed'
  | 'issuer'
  | 'issuer-unreachable'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'audience'
  | 'time'
  | 'claims'
  | 'replayed'
export type Refused = { readonly status: 'refused'; readonly code: RefusalCode; readonly sentence: string }

export type Identity = {
  readonly status: 'verified'
  readonly issuer: string
  readonly claims: JWTPayload
  /** SHA-256 of the token in hex: detects replays. */
  readonly replayId: string
  /** Seconds since 1970, skew included. */
  readonly until: number
}

export type VerifyOptions = {
  readonly keys: IssuerKeys
  readonly issuers: ReadonlySet<string>
  /** The token must name exactly this audience. */
  readonly audience: string
}

const refuse = (code: RefusalCode, sentence: string): Refused => ({ status: 'refused', code, sentence })
const quoted = (value: unknown): string => JSON.stringify(value)?.slice(0, 200) ?? 'nothing'

/**
 * Verifies an OIDC identity token (OpenID Connect Core 1.0, section 3.1.3.7; M-TRUST-4): algorithm,
 * signature, issuer, audience and times. It ignores key locations in the token (`jku`, `jwk`,
 * `x5u`).
 */
export const verifyIdentity = async (token: string, options: VerifyOptions): Promise<Identity | Refused> => {
  const { keys, issuers, audience } = options
  const read = token.length > MAX_TOKEN_LENGTH ? undefined : readUnverified(token)
  if (read === undefined) return refuse('malformed', 'what was sent is no identity token')
  const { alg, kid, typ, iss } = read
  if (alg === undefined || !ALGORITHMS.includes(alg)) return refuse('algorithm', `its algorithm is ${quoted(alg)}`)
  if (typ !== undefined && typ.toUpperCase() !== 'JWT')
    return refuse('malformed', `it is of the type ${quoted(typ)}, and no identity token`)
  if (kid === undefined) return refuse('key', 'it names no key')
  if (iss === undefined || !issuers.has(iss)) return refuse('issuer', `its issuer ${quoted(iss)} is not registered`)
  try {
    return await verified(token, iss, await keys.of(iss), audience)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) return refusalOf(error)
  }
  try {
    // The issuer may have new keys since it was asked last.
    return await verified(token, iss, await keys.of(iss, true), audience)
  } catch (error) {
    return refusalOf(error)
  }
}

const readUnverified = (token: string) => {
  try {
    const { alg, kid, typ } = decodeProtectedHeader(token)
    const { iss } = decodeJwt(token)
    return { alg, kid, typ, iss }
  } catch {
    return undefined
  }
}

const verified = async (token: string, issuer: string, key: JWTVerifyGetKey, audience: string) => {
  const { payload: claims } = await jwtVerify(token, key, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: SKEW_S,
    maxTokenAge: MAX_LIFETIME_S,
    requiredClaims: ['exp', 'iat', 'aud', 'sub'],
  })
  const { aud, exp = 0, iat = 0, jti } = claims
  // A token for several services could be sent on by any of them.
  if (Array.isArray(aud) && aud.length > 1) return refuse('audience', `it is for others, too: ${quoted(aud)}`)
  if (exp - iat > MAX_LIFETIME_S) return refuse('time', `it lives ${exp - iat} s, and ${MAX_LIFETIME_S} s are allowed`)
  // Without its signature: some can be written in two ways.
  const id = typeof jti === 'string' && jti !== '' ? `jti ${jti}` : token.slice(0, token.lastIndexOf('.'))
  const replayId = createHash('sha256').update(id).digest('hex')
  return { status: 'verified', issuer, claims, replayId, until: exp + SKEW_S } satisfies Identity
}

const refusalOf = (error: unknown): Refused => {
  if (error instanceof IssuerFailure) {
    const why = error.cause === undefined ? '' : ` (${messageOf(error.cause)})`
    return refuse('issuer-unreachable', error.message + why)
  }
  if (error instanceof errors.JWTExpired) return refuse('time', 'it has ended, or is older than a day')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error
    if (claim === 'aud') return refuse('audience', `it is for ${quoted(payload.aud)}`)
    const isTime = claim === 'nbf' || claim === 'iat' || claim === 'exp'
    return refuse(isTime ? 'time' : 'claims', `${claim}: ${error.message}`)
  }
  if (error instanceof errors.JWKSNoMatchingKey) return refuse('key', 'its issuer has no such key for its algorithm')
  if (error instanceof errors.JWKSMultipleMatchingKeys) return refuse('key', 'its issuer has several such keys')
  if (error instanceof errors.JWSSignatureVerificationFailed) return refuse('signature', 'its signature is wrong')
  return refuse('malformed', messageOf(error))
}
