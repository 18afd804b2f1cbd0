import { email } from 'zod/mini'
import type { User } from '@atalaia/contracts'
import { readClaims } from './claims.ts'

/** The person of a valid token. `expiresAt` is in milliseconds since the epoch. */
export type TokenFacts = { readonly user: User; readonly expiresAt: number }

const isEmail = (value: string) => email().safeParse(value).success

/** Returns the person of a token that makes a session (P-SESSION-4); `undefined` for any other. */
export const readToken = (token: string, now: number): TokenFacts | undefined => {
  const claims = readClaims(token, now)
  if (!claims) return undefined
  const { sub, exp, name, avatar } = claims
  const address = claims.email ?? (isEmail(sub) ? sub : undefined)
  return { expiresAt: exp * 1000, user: { email: address, name, avatar } }
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
