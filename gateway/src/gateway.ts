import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { apiProxy } from './api/api-proxy.ts'
import { createFolderSource } from './artifacts/folder-source.ts'
import { createShellSource } from './artifacts/shell-source.ts'
import type { GatewayConfig } from './config/environment.ts'
import { fileRoutes } from './files/file-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createReleaseSource } from './release/release-source.ts'
import { commonHeaders } from './security/security-headers.ts'
import { crawlerRoutes } from './site/crawler-routes.ts'
import { iconRoute } from './site/icon-route.ts'
import { healthRoute } from './site/healthz.ts'

export type GatewayOptions = Omit<GatewayConfig, 'port' | 'host' | 'logLevel' | 'remoteDirs'> & {
  readonly remoteDirs: readonly string[]
  readonly logger: FastifyServerOptions['logger']
}

/** The gateway, ready to listen or to be injected into. */
export const buildGateway = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const { apiUpstream, overrides, production, publicConfig, publicOrigin } = options
  const app = fastify({
    logger: options.logger ?? false,
    trustProxy: options.trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreDuplicateSlashes: false, caseSensitive: true },
  })
  const artifacts = createFolderSource(options.remoteDirs)
  const shell = createShellSource(options.shellDir)
  const releases = createReleaseSource({
    artifacts,
    shell,
    config: publicConfig,
    overrides,
    onBroken: (remote, reason) => app.log.error({ remote, reason }, 'a remote cannot be served'),
  })

  const common = commonHeaders(production)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(common))
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found\n'))

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'a request failed')
    return reply.code(500).type('text/plain; charset=utf-8').send('Algo deu errado. Tente de novo em instantes.\n')
  })
  app.addHook('onReady', async () => {
    const state = await releases.current()
    if (state.status === 'broken') return app.log.error({ reason: state.reason }, 'the shell cannot be served')
    const known = new Set(state.current.release.remotes.map(({ descriptor }) => descriptor.name))
    for (const remote of overrides.keys())
      if (!known.has(remote)) app.log.warn({ remote }, 'REMOTE_OVERRIDES names a remote that is not there')
  })

  healthRoute(app, releases, apiUpstream)
  iconRoute(app, releases)
  crawlerRoutes(app, { releases, publicOrigin })
  fileRoutes(app, { artifacts, shell })
  await apiProxy(app, apiUpstream)
  pageRoutes(app, {
    releases,
    sources: { artifacts, shell },
    policy: { production, apiUrl: publicConfig.apiUrl, overrides },
    publicOrigin,
  })
  return app
}
