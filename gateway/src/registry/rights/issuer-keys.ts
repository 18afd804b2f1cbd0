import { fetchForeign, isIssuerAddress } from '@atalaia/server'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { array, looseObject, maxLength, object, optional, string, parse } from 'zod/mini'

/** Discovery documents and key sets of issuers are smaller. */
const MAX_ISSUER_BYTES = 256 * 1024
/** For one of the two answers. */
const ISSUER_TIMEOUT_MS = 5000
/** A key that the issuer has withdrawn is believed no longer than this. */
const KEYS_KEPT_MS = 10 * 60_000
/** Whatever tokens name, an issuer is not asked more often. */
const ASK_AGAIN_MS = 30_000

const discovery = object({ issuer: string(), jwks_uri: string() })
const keySet = object({
  keys: array(looseObject({ kty: string(), kid: optional(string()), alg: optional(string()) })).check(maxLength(100)),
})

/** The issuer cannot be asked now, or answers what is no OpenID provider's. */
export class IssuerFailure extends Error {
  override readonly name = 'IssuerFailure'
}

export type IssuerKeysOptions = {
  /** Whether an issuer on this machine may be asked over http: outside production. */
  readonly loopback: boolean
  /** Milliseconds. Default: a clock that nobody sets. */
  readonly now?: () => number
  /** For one answer of an issuer. Default: 5 s. */
  readonly timeoutMs?: number
}

/** The public keys of registered issuers. */
export type IssuerKeys = {
  /**
   * The keys of `issuer` as its discovery document names them now. `isRenewed` asks again, because a token names a key that
   * is not among them. Rejects with {@link IssuerFailure}.
   */
  of(issuer: string, isRenewed?: boolean): Promise<JWTVerifyGetKey>
}

type Asked = { readonly at: number; readonly keys: Promise<JWTVerifyGetKey> }

/**
 * Fetches and keeps the keys of issuers: in memory, for ten minutes, one question at a time for each issuer, and none
 * within 30 s of the last (M-TRUST-5). The address is the registered one; key sets of another origin are not fetched.
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
