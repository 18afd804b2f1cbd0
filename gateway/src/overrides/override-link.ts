import { array, number, object, optional, string, type infer as Infer } from 'zod/mini'
import { remoteNameSchema } from '@atalaia/contracts'
import { readCookie, writeCookie } from '../browser/cookies.ts'
import { sign, unsign } from '../browser/sign.ts'

const overrideSchema = object({ remote: remoteNameSchema, url: string() })
export type Override = Infer<typeof overrideSchema>

/** `until`: milliseconds since 1970. */
const grantSchema = object({ overrides: array(overrideSchema), until: optional(number()) })
export type Grant = Infer<typeof grantSchema>

/** Answer of `POST /-/overrides/key`: a signed key, and the ISO 8601 instant at which it ends. */
export const overrideKeyAnswer = object({ key: string(), until: string() })

const COOKIE = 'atalaia_overrides'
const KEY = 'override-key'

/** `mfe-analytics@http://localhost:4102`, as it stands in an address. */
export const parseOverride = (text: string): Override | undefined => {
  const at = text.indexOf('@')
  const url = text.slice(at + 1).replace(/\/+$/, '')
  if (at < 1 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined
  const parsed = overrideSchema.safeParse({ remote: text.slice(0, at), url })
  return parsed.success ? parsed.data : undefined
}

const encode = (grant: Grant) => Buffer.from(JSON.stringify(grant)).toString('base64url')
const decode = (text: string): Grant | undefined => {
  try {
    const parsed = grantSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const verified = (signed: string | undefined, purpose: string, secret: string, now: number): Grant | undefined => {
  const value = signed === undefined ? undefined : unsign(signed, purpose, secret)
  const grant = value === undefined ? undefined : decode(value)
  return grant && (grant.until ?? Infinity) > now ? grant : undefined
}

/** The key that a link needs in production. It holds for this remote at this address, until then. */
export const makeOverrideKey = (override: Override, until: number, secret: string): string =>
  sign(encode({ overrides: [override], until }), KEY, secret)

export const readOverrideKey = (key: string | undefined, secret: string, now: number): Grant | undefined =>
  verified(key, KEY, secret, now)

/** What this browser overrides, as long as it holds. */
export const readGrant = (cookies: string | undefined, secret: string, now: number): Grant | undefined =>
  verified(readCookie(cookies, COOKIE), COOKIE, secret, now)

export const grantCookie = (grant: Grant, secret: string, secure: boolean): string =>
  writeCookie(COOKIE, sign(encode(grant), COOKIE, secret), { secure })

export const resetCookie = (secure: boolean): string => writeCookie(COOKIE, '', { secure, maxAge: 0 })
