import { email } from 'zod/mini'
import { ROLES, type SessionOrganisation, type User, type Role } from '@atalaia/contracts'
import { readClaims, type Claims } from './claims.ts'

/** The facts of a token that makes a session. Instants are in milliseconds since the epoch, by the page's clock. */
export type TokenFacts = {
  /** The person whom the token names (P-SESSION-15). */
  readonly user: User
  /** The organisation that the token names, and the person's role in it. */
  readonly organisation?: SessionOrganisation
  readonly role?: Role
  /** True while the page shows the person's first steps (P-START-1). Default: false. */
  readonly firstSteps?: boolean
  /** The end of the session, if nothing is renewed. */
  readonly expiresAt: number
  /** The session on the server, which a log-out ends. */
  readonly sid?: string | undefined
  /** For a token that the page renews: its end, and when to renew it. */
  readonly renewal?: { readonly tokenEndsAt: number; readonly dueAt: number }
}

const isEmail = (value: string) => email().safeParse(value).success

/** The share of a token's life in which it is renewed, and no more than a minute. */
const LAST_SHARE = 0.2
const MAX_AHEAD_MS = 60_000

export type ReadOptions = {
  /**
   * Whether the token has just been issued. The times of one that the page renews are then counted from now on, so that a
   * wrong clock of the machine ends nothing. Default: false.
   */
  readonly isFresh?: boolean
  /** Whether the page renews tokens. Default: false. */
  readonly renews?: boolean
}

/**
 * The claims of a token about organisation and role (M-MEMBER-8). Tokens of others may mean anything by these names.
 */
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

/** Returns the facts of a token that makes a session (P-SESSION-4); `undefined` for any other. */
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

/** An unsigned token for the demonstration mode without a backend: no API accepts it. Valid for 8 hours. */
export const demoToken = (address: string, now: number): string => {
  const exp = Math.floor(now / 1000) + DEMO_TOKEN_HOURS * 3600
  return `${base64Url({ alg: 'none', typ: 'JWT' })}.${base64Url({ sub: address, email: address, exp })}.`
}
