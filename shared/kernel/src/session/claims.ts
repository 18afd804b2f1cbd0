import { jwtDecode } from 'jwt-decode'

/** Instants are seconds since the epoch. */
export type Claims = {
  readonly sub: string
  readonly exp: number
  readonly iat?: number
  readonly sid?: string
  /** P-SESSION-18 */
  readonly renew_until?: number
  readonly email?: string
  readonly name?: string
  readonly avatar?: string
  readonly org?: unknown
  readonly org_name?: unknown
  readonly role?: unknown
  /** `true`: the page shows the person's first steps. */
  readonly first_steps?: unknown
}

/**
 * Reads a token without verification, which is the API's work. `undefined`: unreadable, or no
 * subject or expiry (P-SESSION-4). A schema would cost each page half a kilobyte.
 */
export const readClaims = (token: string): Claims | undefined => {
  const claims = decode(token)
  return isClaims(claims) ? claims : undefined
}

/**
 * Decides at `now` whether a page sends, renews or drops the token. The server alone knows when a
 * session is over: the page's clock may be wrong by days (P-SESSION-55).
 */
export const standingOf = (
  { exp, iat, renew_until: until }: Claims,
  now: number,
): 'valid' | 'renewable' | 'expired' => {
  if (now < exp * 1000) return 'valid'
  return iat !== undefined && until !== undefined ? 'renewable' : 'expired'
}

const isClaims = (value: unknown): value is Claims => {
  if (typeof value !== 'object' || value === null) return false
  const { sub, exp, iat, sid, renew_until: until, email, name, avatar }: Partial<Record<keyof Claims, unknown>> = value
  return (
    typeof sub === 'string' &&
    Number.isFinite(exp) &&
    [iat, until].every((instant) => instant === undefined || Number.isFinite(instant)) &&
    [sid, email, name, avatar].every((text) => text === undefined || typeof text === 'string')
  )
}

const decode = (token: string): unknown => {
  try {
    return jwtDecode(token)
  } catch {
    return undefined
  }
}
