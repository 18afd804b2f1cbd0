import { jwtDecode } from 'jwt-decode'

/** What a token says of its person and of its end, in seconds since the epoch. */
export type Claims = {
  readonly sub: string
  readonly exp: number
  readonly email?: string
  readonly name?: string
  readonly avatar?: string
}

/**
 * Reads a token without verifying it: that is the API's work. `undefined` when it is unreadable, has no
 * subject or no expiry, or is no longer valid at `now` (P-SESSION-4). Read by hand, because the boot script does so in each
 * page: a schema would bring it half a kilobyte.
 */
export const readClaims = (token: string, now: number): Claims | undefined => {
  const claims = decode(token)
  return isClaims(claims) && now < claims.exp * 1000 ? claims : undefined
}

const isClaims = (value: unknown): value is Claims => {
  if (typeof value !== 'object' || value === null) return false
  const { sub, exp, email, name, avatar }: Partial<Record<keyof Claims, unknown>> = value
  return typeof sub === 'string' && Number.isFinite(exp) && [email, name, avatar].every(isTextOrAbsent)
}

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

const decode = (token: string): unknown => {
  try {
    return jwtDecode(token)
  } catch {
    return undefined
  }
}
