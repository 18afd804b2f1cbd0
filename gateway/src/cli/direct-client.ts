import { gatewayOrigin, headersOf, parseAnswer, payloadOf, type Client } from '@atalaia/cli'
import { createRateLimits, demandDatabase, runChecks, type Report } from '@atalaia/server'
import fastify, { type FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { readEnvironment } from '../config.ts'
import { overrideKeyRoutes } from '../delivery/visitor-routes.ts'
import { setErrorAnswers } from '../errors.ts'
import { openChecks, openConfiguredRegistry } from '../open-registry.ts'
import { createAuthorities } from '../registry/rights/authority.ts'
import type { Registry } from '../registry/registry.ts'
import { orderScope, registryRoutes } from '../registry/routes.ts'
import { workspaceRemotes } from '../registry/storage/workspace.ts'
import { verdictRoutes } from '../registry/verdicts.ts'

export type OrderAppOptions = Pick<GatewayConfig, 'audienceHeaders' | 'regionHeader'> & {
  readonly publicOrigin: string
}

/** Each request is an operator's. The app does not listen. */
export const createOrderApp = async (registry: Registry, options: OrderAppOptions): Promise<FastifyInstance> => {
  const { audienceHeaders = [], regionHeader, publicOrigin } = options
  const app = fastify()
  setErrorAnswers(app)
  const authority = createAuthorities(registry, 'machine')
  await orderScope(app, (orders) => {
    const limits = createRateLimits({ service: 'remotes' })
    const audiences = { headers: audienceHeaders, regionHeader }
    registryRoutes(orders, { registry, authority, limits, audiences, publicOrigin })
    verdictRoutes(orders, registry.verdicts, authority)
    overrideKeyRoutes(orders, { registry, authority, publicOrigin })
  })
  return app
}

const readPlace = (env: NodeJS.ProcessEnv, root: string) => {
  const environment = readEnvironment({ ...env, DATA_DIR: env.DATA_DIR || '.data' }, root)
  if (!environment.ok) throw new Error(environment.message)
  const { config } = environment
  if (!config.registry) throw new Error('set DATA_DIR')
  demandDatabase({ ...config.registry, server: 'gateway' })
  return { ...config, ...config.registry, remoteDirs: config.remoteDirs ?? workspaceRemotes(root) }
}

/** M-INSTALLATION-1 */
export const checkInstallation = async (env: NodeJS.ProcessEnv, root: string): Promise<readonly Report[]> => {
  const { checks, close } = await openChecks(readPlace(env, root))
  return runChecks(checks, 'en').finally(close)
}

/** In this process, on the gateways' database and store. Rejects without a database. */
export const openDirect = async (env: NodeJS.ProcessEnv, root: string): Promise<Client> => {
  const place = readPlace(env, root)
  const { registry, close } = await openConfiguredRegistry(place)
  const app = await createOrderApp(registry, { ...place, publicOrigin: place.publicOrigin ?? gatewayOrigin(env) })
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
