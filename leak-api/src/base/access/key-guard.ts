import { networkOf, Problem, secondsToWait, type RateLimit } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasBody, suspended } from './authenticate.ts'
import type { FairShares } from './fair-shares.ts'
import { createKnownSecrets } from './known-secrets.ts'
import type { Grant, KeyScope } from './scopes.ts'
import type { Tenant } from './tenancy.ts'

export type KeyCaller = Grant<KeyScope> & {
  readonly organisationId: string
  readonly keyId: string
  readonly suspendedBecause: string | null
}

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    keyScope?: KeyScope
  }
  interface FastifyRequest {
    keyCaller: KeyCaller | null
  }
}

export type KeyPlace = {
  readonly header: string
  readonly asksForUserAgent: boolean
  read(request: FastifyRequest): string
}

export type KeyGuardParts = {
  findCaller(key: string): Promise<KeyCaller | undefined>
  /** Counts by key, and by network without a working key. */
  readonly limit: RateLimit
  readonly shares: FairShares
  /** Default: the header `hibp-api-key`. */
  readonly place?: KeyPlace
}

const HEADER = 'hibp-api-key'
const HIBP_PLACE: KeyPlace = {
  header: HEADER,
  asksForUserAgent: true,
  read: ({ headers }) => [headers[HEADER] ?? ''].flat()[0] ?? '',
}
export const BEARER_PLACE: KeyPlace = {
  header: 'Bearer',
  asksForUserAgent: false,
  read: ({ headers }) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '',
}
const KEY = /^[\da-f]{32}$/i

const unauthorised = (reason: string, header = HEADER) =>
  new Problem(401, `Access denied due to ${reason} ${header}.`, { headers: { 'www-authenticate': header } })

/** Throws a 429 beyond the limit. */
export const enter = async (limit: RateLimit, name: string): Promise<void> => {
  const allowed = await limit.consume(name)
  if (allowed.ok) return
  const seconds = secondsToWait(allowed)
  throw new Problem(429, `Rate limit is exceeded. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

export type KeyGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * A hook that demands a user agent and, on routes with `keyScope`, an API key. Sets
 * `request.keyCaller`. The call waits for its organisation's turn before the key's look-up.
 */
export const createKeyGuard = ({ findCaller, limit, shares, place = HIBP_PLACE }: KeyGuardParts): KeyGuard => {
  const { header, asksForUserAgent } = place
  // Only for the turn: whether the key works is asked each time.
  const organisations = createKnownSecrets<string>()
  return async (request, reply) => {
    const network = `network ${networkOf(request.ip)}`
    if (asksForUserAgent && (request.headers['user-agent'] ?? '').trim() === '')
      throw new Problem(403, 'API request must include a user agent.')
    const { keyScope } = request.routeOptions.config
    if (keyScope === undefined) {
      await enter(limit, network)
      await shares.enter(request, reply, network)
      return
    }
    const key = place.read(request)
    if (key === '') throw unauthorised('missing', header)
    if (!KEY.test(key)) throw unauthorised('improperly formed', header)
    const known = organisations.get(key)
    // Invented keys would each cost a look into the database.
    if (known === undefined) await enter(limit, network)
    await shares.enter(request, reply, known === undefined ? network : `organisation ${known}`)
    const caller = await findCaller(key)
    if (caller === undefined) {
      organisations.forget(key)
      throw unauthorised('invalid', header)
    }
    organisations.learn(key, caller.organisationId)
    await enter(limit, `key ${caller.keyId}`)
    if (caller.suspendedBecause !== null)
      throw suspended(caller.suspendedBecause, `The organisation of this key is suspended: ${caller.suspendedBecause}`)
    if (!caller.scopes.includes(keyScope))
      throw new Problem(403, `Your API key does not have access to this resource: it lacks the scope ${keyScope}.`)
    request.keyCaller = caller
    if (hasBody(request)) shares.leave(request)
  }
}

export type KeyTenant = Tenant & { readonly keyId: string }

/** Throws a 401 on routes without a key. */
export const keyTenantOf = ({ keyCaller }: FastifyRequest): KeyTenant => {
  if (keyCaller === null) throw unauthorised('missing')
  const { organisationId, rows, keyId } = keyCaller
  return { organisationId, rows, keyId }
}
