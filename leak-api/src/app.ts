import { API_BASE } from '@atalaia/contracts'
import { compressAnswers } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import { createKeysRepository } from './accounts/api-keys/keys-repository.ts'
import { createConfirmPassword, createGuardProof } from './accounts/confirm-password.ts'
import { createFindOpen } from './accounts/find-open.ts'
import { accountsRoutes, entrances } from './accounts/index.ts'
import { createSessionScope } from './accounts/session-scope.ts'
import { createFairShares } from './base/access/fair-shares.ts'
import { BEARER_PLACE, createKeyGuard } from './base/access/key-guard.ts'
import { createServer } from './base/create-server.ts'
import { programAddress } from './connect/hibp/program-address.ts'
import { connectRoutes } from './connect/index.ts'
import { personRoutes } from './notices/person-index.ts'
import { noticeRoutes } from './notices/staff-index.ts'
import { notifyRoutes } from './notify/index.ts'
import { numbersRoutes } from './numbers/index.ts'
import { watchlistRoutes } from './watchlist/index.ts'
import { createParts, defaults, type AppOptions } from './app-parts.ts'

/** Builds the API without listening. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const given = { ...defaults, ...options }
  const database = given.tracing?.database(given.database) ?? given.database
  const app = await createServer({ ...given, database, rewriteUrl: programAddress })
  const parts = await createParts(app, given, database)
  const { sessions, clients, origins, tokens, limits, callLimits, clock } = parts
  await app.register(
    async (api) => {
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      await api.register(entrances, parts)
      await api.register(async (calls) => {
        // Before the shares: a call compresses its answer in its turn.
        compressAnswers(calls)
        const shares = createFairShares(calls)
        const guardProof = createGuardProof(limits)
        const confirmPassword = createConfirmPassword(parts.passwords, guardProof)
        const subjects = { findAccount: sessions.findAccount, findClient: clients.find }
        const access = { tokens, subjects, origins, limits: callLimits, shares }
        const inSessions = createSessionScope({ ...parts, access, confirmPassword })
        const keyed = createKeysRepository(database)
        const guarding = { findCaller: (key: string) => keyed.use(key, clock()), limit: callLimits.keys, shares }
        const guards = {
          keyGuard: createKeyGuard(guarding),
          bearerGuard: createKeyGuard({ ...guarding, place: BEARER_PLACE }),
        }
        const within = { ...parts, ...guards, shares, inSessions, guardProof, confirmPassword }
        await calls.register(numbersRoutes, { ...within, findOpen: createFindOpen(database, clock) })
        await calls.register(watchlistRoutes, within)
        await calls.register(connectRoutes, within)
        await calls.register(accountsRoutes, within)
        await calls.register(notifyRoutes, within)
        await calls.register(noticeRoutes, within)
        await calls.register(personRoutes, { ...within, access })
      })
    },
    { prefix: API_BASE },
  )
  return app
}
