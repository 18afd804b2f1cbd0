import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../clock.ts'
import type { AccountsRepository } from './accounts-repository.ts'
import { createBeginSession } from './begin-session.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createLoginRateLimit } from './login-rate-limit.ts'
import { loginRoute } from './login-route.ts'
import type { Passwords } from './passwords.ts'
import { loginStepRoutes } from './second-factor/login-step-routes.ts'
import { nextStep, type FactorTools } from './second-factor/second-step.ts'
import type { Sessions } from './sessions.ts'

type EntranceParts = {
  readonly database: Database
  readonly accounts: AccountsRepository
  readonly sessions: Sessions
  /** Keeps the networks of accounts from being told (`createKnownNetworks`). */
  readonly key: Uint8Array
  readonly passwords: Passwords
  readonly tools: FactorTools
  readonly limits: RateLimits
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

/** The ways to begin a session. */
export const entranceRoutes: FastifyPluginAsync<EntranceParts> = async (app, parts) => {
  const { database, accounts, sessions, key, passwords, tools, limits, origin, clock } = parts
  const networks = createKnownNetworks(database, key)
  const begin = createBeginSession({ sessions, networks, clock })
  const limit = createLoginRateLimit(limits)
  await app.register(loginRoute, {
    accounts,
    begin,
    nextStep: (account) => nextStep(tools, account, clock()),
    limit,
    passwords,
    networks,
    clock,
  })
  await app.register(loginStepRoutes, { database, tools, begin, limits, origin, clock })
}
