import { headersOf, parseAnswer, payloadOf, type Client } from '@atalaia/cli'
import { createRateLimits } from '@atalaia/server'
import fastify from 'fastify'
import type { Socket } from 'node:net'
import { readEnvironment } from '../config.ts'
import { overrideKeyRoutes } from '../delivery/visitor-routes.ts'
import { setErrorAnswers } from '../errors.ts'
import { openConfiguredRegistry } from '../open-registry.ts'
import { createAuthorities } from '../registry/authority.ts'
import { orderScope, registryRoutes } from '../registry/routes.ts'
import {
  createFolderSource,
  createShellSource,
  surroundingsOf,
  workspaceRemotes,
} from '../registry/storage/workspace.ts'
import { verdictRoutes } from '../registry/verdicts.ts'

/** Carries orders out in this process, on the database that the gateways share. */
export const openDirect = async (env: NodeJS.ProcessEnv, root: string): Promise<Client> => {
  const environment = readEnvironment(env, root)
  if (!environment.ok) throw new Error(environment.message)
  const { config } = environment
  if (!config.registry) throw new Error('set DATABASE_URL')
  const { registry, close } = await openConfiguredRegistry({ ...config.registry, production: config.production })
  const around = surroundingsOf(
    createFolderSource(config.remoteDirs ?? workspaceRemotes(root)),
    createShellSource(config.shellDir),
  )
  const app = fastify()
  setErrorAnswers(app)
  // The owner of the database is an operator.
  const operators = new WeakSet<Socket>()
  app.addHook('onRequest', async ({ raw }) => void operators.add(raw.socket))
  const authority = createAuthorities(registry, operators)
  await orderScope(app, (orders) => {
    const { publicOrigin } = config
    const limits = createRateLimits({ service: 'remotes' })
    const audiences = { headers: config.audienceHeaders ?? [], regionHeader: config.regionHeader }
    registryRoutes(orders, { registry, authority, around, limits, audiences, publicOrigin })
    verdictRoutes(orders, registry.verdicts, authority)
    overrideKeyRoutes(orders, { registry, authority, publicOrigin })
  })
  return {
    call: async (call) => {
      const payload = payloadOf(call)
      const answer = await app.inject({
        method: call.method,
        url: call.path,
        headers: headersOf(call),
        ...(payload !== undefined && { payload }),
      })
      return { status: answer.statusCode, body: parseAnswer(answer.body) }
    },
    close: async () => {
      await app.close()
      await close()
    },
  }
}
