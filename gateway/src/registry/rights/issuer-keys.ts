import { fetchForeign, isIssuerAddress } from '@atalaia/server'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { array, looseObject, maxLength, object, optional, string, parse } from 'zod/mini'

const MAX_ISSUER_BYTES = 256 * 1024
/** Per answer. */
const ISSUER_TIMEOUT_MS = 5000
/** A withdrawn key stays valid at most this long. */
const KEYS_KEPT_MS = 10 * 60_000
const ASK_AGAIN_MS = 30_000

const discovery = object({ issuer: string(), jwks_uri: string() })
const keySet = object({
  keys: array(looseObject({ kty: string(), kid: optional(string()), alg: optional(string()) })).check(maxLength(100)),
})

/** The issuer is unreachable, or answers unlike an OpenID provider. */
export class IssuerFailure extends Error {
  override readonly name = 'IssuerFailure'
}

export type IssuerKeysOptions = {
  readonly loopback: boolean
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** Per answer. Default: 5 s. */
  readonly timeoutMs?: number
}

export type IssuerKeys = {
  /**
   * Current keys of `issuer`. `isRenewed` fetches again for an unknown key. Rejects with {@link
   * IssuerFailure}.
   */
  of(issuer: string, isRenewed?: boolean): Promise<JWTVerifyGetKey>
}

type Asked = { readonly at: number; readonly keys: Promise<JWTVerifyGetKey> }

/**
 * Caches keys for ten minutes. Asks an issuer once at a time, at most every 30 s (M-TRUST-5).
 * Refuses another origin's key sets.
 */
export const createIssuerKeys = (options: IssuerKeysOptions): IssuerKeys => {
  const { loopback, now = () => performance.now(), timeoutMs = ISSUER_TIMEOUT_MS } = options
  const known = new Map<string, Asked>()
  const ask = (issuer: string): Asked => {
    const asked = { at: now(), keys: fetchKeys(issuer, { loopback, timeoutMs }) }
    // The rejection belongs to those who wait for it.
    asked.keys.catch(() => undefined)
    known.set(issuer, asked)
    return asked
  }
  const failed = new WeakSet<Promise<unknown>>()
  return {
    of: async (issuer, isRenewed = false) => {
      const last = known.get(issuer)
      const age = last === undefined ? Number.POSITIVE_INFINITY : now() - last.at
      const isOld = age > KEYS_KEPT_MS || (age > ASK_AGAIN_MS && (isRenewed || (last && failed.has(last.keys))))
      const { keys } = last === undefined || isOld ? ask(issuer) : last
      try {
        return await keys
      } catch (cause) {
        failed.add(keys)
        throw new IssuerFailure(`${issuer}: its keys cannot be read`, { cause })
      }
    },
  }
}

type FetchOptions = { readonly loopback: boolean; readonly timeoutMs: number }

const fetchKeys = async (issuer: string, { loopback, timeoutMs }: FetchOptions): Promise<JWTVerifyGetKey> => {
  if (!isIssuerAddress(issuer, loopback)) throw new IssuerFailure(`${issuer}: it is no https address`)
  const { origin } = new URL(issuer)
  // An operator has named this address: it may lie in a network of the house.
  const allowed = { origins: [origin], local: false }
  const get = async (address: string): Promise<unknown> =>
    JSON.parse(await fetchForeign(address, { allowed, maxBytes: MAX_ISSUER_BYTES, timeoutMs }))
  // OpenID Connect Discovery 1.0, section 4: the issuer in the document is the one that was asked.
  const found = parse(discovery, await get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`))
  if (found.issuer !== issuer) throw new IssuerFailure(`${issuer}: it names itself ${found.issuer}`)
  if (!URL.canParse(found.jwks_uri) || new URL(found.jwks_uri).origin !== origin)
    throw new IssuerFailure(`${issuer}: its keys are at another origin: ${found.jwks_uri}`)
  const set: JSONWebKeySet = parse(keySet, await get(found.jwks_uri))
  return createLocalJWKSet(set)
}
