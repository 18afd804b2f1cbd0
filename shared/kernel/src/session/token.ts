import { jwtDecode } from 'jwt-decode'
import { email, number, object, optional, string } from 'zod/mini'
import type { User } from '@atalaia/contracts'

/** The claims of a readable token. `expiresAt` is in milliseconds since the epoch. */
export type TokenFacts = { readonly user: User; readonly expiresAt: number }

const claimsSchema = object({
  sub: string(),
  exp: number(),
  email: optional(string()),
  name: optional(string()),
  avatar: optional(string()),
})

const isEmail = (value: string) => email().safeParse(value).success

/**
 * Reads a token without verifying it: that is the API's work. `undefined` when it is unreadable, has no
 * subject or no expiry, or is no longer valid at `now` (P-SESSION-4).
 */
export const readToken = (token: string, now: number): TokenFacts | undefined => {
  const claims = claimsSchema.safeParse(decode(token))
  if (!claims.success) return undefined
  const { sub, exp, name, avatar } = claims.data
  const expiresAt = exp * 1000
  if (now >= expiresAt) return undefined
  const address = claims.data.email ?? (isEmail(sub) ? sub : undefined)
  return { expiresAt, user: { email: address, name, avatar } }
}

const decode = (token: string): unknown => {
  try {
    return jwtDecode(token)
  } catch {
    return undefined
  }
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
