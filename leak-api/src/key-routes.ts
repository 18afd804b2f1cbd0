import { PROGRAM_API } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { FastifyPluginAsync } from 'fastify'
import { createQueueAfterBody } from './base/access/authenticate.ts'
import { KEY_CALLS_PER_MINUTE, type CallLimits } from './base/access/call-limits.ts'
import type { FairShares } from './base/access/fair-shares.ts'
import { BEARER_PLACE, createKeyGuard } from './base/access/key-guard.ts'
import { createKeysRepository } from './accounts/api-keys/keys-repository.ts'
import type { Clock } from './base/clock.ts'
import type { DomainOrders } from './numbers/domains/domain-orders.ts'
import { hibpRoutes } from './connect/hibp/hibp-routes.ts'
import { verificationRoutes } from './connect/hibp/verification-routes.ts'
import { restRoutes } from './connect/rest/rest-routes.ts'
import { scimRoutes } from './accounts/scim/scim-routes.ts'

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
