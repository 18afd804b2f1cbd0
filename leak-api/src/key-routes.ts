import { PROGRAM_API } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { FastifyPluginAsync } from 'fastify'
import { createQueueAfterBody } from './access/authenticate.ts'
import { KEY_CALLS_PER_MINUTE, type CallLimits } from './access/call-limits.ts'
import type { FairShares } from './access/fair-shares.ts'
import { BEARER_PLACE, createKeyGuard } from './access/key-guard.ts'
import { createKeysRepository } from './api-keys/keys-repository.ts'
import type { Clock } from './clock.ts'
import type { DomainOrders } from './domains/domain-orders.ts'
import { hibpRoutes } from './hibp/hibp-routes.ts'
import { verificationRoutes } from './hibp/verification-routes.ts'
import { restRoutes } from './rest/rest-routes.ts'
import { scimRoutes } from './scim/scim-routes.ts'

export type KeyRouteParts = {
  readonly database: Database
  readonly orders: DomainOrders
  readonly limits: Pick<CallLimits, 'keys' | 'ranges'>
  readonly shares: FairShares
  /** Calls that a key has in a minute. */
  readonly callsPerMinute: number | undefined
  /** The absolute address of the API. */
  readonly apiUrl: string
  readonly clock: Clock
}

/** The routes that other systems call with an API key: those of the REST API, of Have I Been Pwned, and of SCIM. */
export const keyRoutes: FastifyPluginAsync<KeyRouteParts> = async (api, parts) => {
  const { database, orders, limits, shares, callsPerMinute = KEY_CALLS_PER_MINUTE, apiUrl, clock } = parts
  const keys = createKeysRepository(database)
  const guarding = { findCaller: (key: string) => keys.use(key, clock()), limit: limits.keys, shares }
  const guard = createKeyGuard(guarding)
  const queueAfterBody = createQueueAfterBody(shares)
  await api.register(restRoutes, { prefix: PROGRAM_API.rest, database, guard, queueAfterBody, apiUrl, clock })
  const verification = verificationRoutes(orders, shares)
  const { ranges } = limits
  const hibp = { database, verification, guard, queueAfterBody, ranges, callsPerMinute }
  await api.register(hibpRoutes, { prefix: PROGRAM_API.hibp, ...hibp })
  const bearerGuard = createKeyGuard({ ...guarding, place: BEARER_PLACE })
  await api.register(scimRoutes, {
    prefix: PROGRAM_API.scim,
    database,
    guard: bearerGuard,
    queueAfterBody,
    apiUrl,
    clock,
  })
}
