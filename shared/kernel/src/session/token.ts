import { email } from 'zod/mini'
import { ROLES, type SessionOrganisation, type User, type Role } from '@atalaia/contracts'
import { readClaims, type Claims } from './claims.ts'

/** Instants are milliseconds since the epoch, by the page's clock. */
export type TokenFacts = {
  /** P-SESSION-15 */
  readonly user: User
  readonly organisation?: SessionOrganisation
  readonly role?: Role
  /** True while the page shows the person's first steps (P-START-1). Default: false. */
  readonly firstSteps?: boolean
  /** The session's end without a renewal. */
  readonly expiresAt: number
  readonly sid?: string | undefined
  readonly renewal?: { readonly tokenEndsAt: number; readonly dueAt: number }
}

const isEmail = (value: string) => email().safeParse(value).success

/** Last share of a token's life for renewal, at most a minute. */
const LAST_SHARE = 0.2
const MAX_AHEAD_MS = 60_000

export type ReadOptions = {
  /**
   * True for a just issued token: renewed times then count from now, despite a wrong clock.
   * Default: false.
   */
  readonly isFresh?: boolean
  readonly renews?: boolean
}

/** M-MEMBER-8 */
const placeOf = ({
  org: id,
  org_name: name,
  role: named,
  first_steps: firstSteps,
}: Claims): Pick<TokenFacts, 'organisation' | 'role' | 'firstSteps'> => {
  const role = ROLES.find((known) => known === named)
  return {
    ...(typeof id === 'string' && typeof name === 'string' && { organisation: { id, name } }),
    ...(role && { role }),
    ...(firstSteps === true && { firstSteps }),
  }
}

/** `undefined` unless the token makes a session (P-SESSION-4). */
export const readToken = (
  token: string,
  now: number,
  { isFresh = false, renews = false }: ReadOptions = {},
): TokenFacts | undefined => {
  const claims = readClaims(token)
  if (!claims) return undefined
  const { sub, sid, exp, iat, renew_until: until, name, avatar } = claims
  const user = { email: claims.email ?? (isEmail(sub) ? sub : undefined), name, avatar }
  const told = { user, sid, ...placeOf(claims) }
  if (!renews || iat === undefined || until === undefined)
    return now < exp * 1000 ? { ...told, expiresAt: exp * 1000 } : undefined
  const ahead = isFresh ? now - iat * 1000 : 0
  const [tokenEndsAt, expiresAt] = [exp * 1000 + ahead, until * 1000 + ahead]
  if (now >= expiresAt) return undefined
  // The last token of a session ends with it.
  if (exp >= until) return { ...told, expiresAt }
  const dueAt = tokenEndsAt - Math.min(MAX_AHEAD_MS, (exp - iat) * 1000 * LAST_SHARE)
  return { ...told, expiresAt, renewal: { tokenEndsAt, dueAt } }
}

const base64Url = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const DEMO_TOKEN_HOURS = 8

/** Unsigned, for demonstrations without a backend: no API accepts it. Valid for 8 hours. */
export const demoToken = (address: string, now: number): string => {
  const exp = Math.floor(now / 1000) + DEMO_TOKEN_HOURS * 3600
  return `${base64Url({ alg: 'none', typ: 'JWT' })}.${base64Url({ sub: address, email: address, exp })}.`
}
