import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyPluginAsync } from 'fastify'
import { actorOf } from './base/audit/actor-of.ts'
import type { Clock } from './base/clock.ts'
import { supportRoutes } from './accounts/support/support-routes.ts'
import { operatorRoutes } from './accounts/operators/operator-routes.ts'
import { STANDARD_LIMITS } from './accounts/operators/standard-limits.ts'

type InstallationParts = {
  readonly database: Database
  readonly limits: RateLimits
  readonly maxAddresses: number
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

/** The routes of the operators' page, and support access. */
export const installationRoutes: FastifyPluginAsync<InstallationParts> = async (app, { maxAddresses, ...parts }) => {
  const standards = { ...STANDARD_LIMITS, enderecos: maxAddresses }
  await app.register(operatorRoutes, { ...parts, standards, actorOf })
  await app.register(supportRoutes, parts)
}
