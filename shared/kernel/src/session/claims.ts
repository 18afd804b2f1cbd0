import { jwtDecode } from 'jwt-decode'

/** The claims of a token about its person, and about its end, in seconds since the epoch. */
export type Claims = {
  readonly sub: string
  readonly exp: number
  readonly iat?: number
  /** The session on the server. */
  readonly sid?: string
  /** Until when the session goes on, if the page renews the token (P-SESSION-18). */
  readonly renew_until?: number
  readonly email?: string
  readonly name?: string
  readonly avatar?: string
  /** Id and name of the organisation, and the person's role in it; tokens of others may mean anything by them. */
  readonly org?: unknown
  readonly org_name?: unknown
  readonly role?: unknown
  /** `true`: the page shows the person's first steps. */
  readonly first_steps?: unknown
}

/**
 * Reads a token without verifying it: that is the API's work. `undefined` when it is unreadable, or has no
 * subject or no expiry (P-SESSION-4). Read by hand, because the boot script does so in each
 * page: a schema would bring it half a kilobyte.
 */
export const readClaims = (token: string): Claims | undefined => {
  const claims = decode(token)
  return isClaims(claims) ? claims : undefined
}

/** Whether a page whose clock is at `now` may send the token, has to renew it before, or has no use for it. */
export const standingOf = (
  { exp, iat, renew_until: until = 0 }: Claims,
  now: number,
): 'valid' | 'renewable' | 'expired' => {
  if (now < exp * 1000) return 'valid'
  return iat !== undefined && now < until * 1000 ? 'renewable' : 'expired'
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
