import { PROGRAM_API } from '@atalaia/contracts'
import type { FastifyPluginAsync } from 'fastify'
import { createQueueAfterBody } from '../base/access/authenticate.ts'
import type { InSessions } from '../base/access/in-sessions.ts'
import type { KeyGuard } from '../base/access/key-guard.ts'
import type { RouteParts } from '../base/parts.ts'
import type { DomainOrders } from '../numbers/domains/domain-orders.ts'
import { hibpRoutes } from './hibp/hibp-routes.ts'
import { verificationRoutes } from './hibp/verification-routes.ts'
import type { ClientsRepository } from './portals/clients-repository.ts'
import { originRoutes } from './portals/origin-routes.ts'
import type { OriginsRepository } from './portals/origins-repository.ts'
import { tokenRoute, type TokenParts } from './portals/token-route.ts'
import { restRoutes } from './rest/rest-routes.ts'

type Parts = RouteParts &
  Pick<TokenParts, 'sessions'> & {
    readonly inSessions: InSessions
    readonly orders: DomainOrders
    readonly clients: ClientsRepository
    readonly origins: OriginsRepository
    readonly keyGuard: KeyGuard
    readonly keyCallsPerMinute: number
  }

export const connectRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, ...parts }) => {
  const { orders, shares, callLimits, keyCallsPerMinute } = parts
  await wing.register(tokenRoute, parts)
  const keyed = { ...parts, guard: parts.keyGuard, queueAfterBody: createQueueAfterBody(shares) }
  await wing.register(restRoutes, { ...keyed, prefix: PROGRAM_API.rest })
  await wing.register(hibpRoutes, {
    ...keyed,
    prefix: PROGRAM_API.hibp,
    verification: verificationRoutes(orders, shares),
    ranges: callLimits.ranges,
    callsPerMinute: keyCallsPerMinute,
  })
  await inSessions(wing, async (session) => {
    await session.register(originRoutes, parts)
  })
}
