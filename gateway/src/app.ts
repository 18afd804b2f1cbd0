import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { apiProxy } from './api/api-proxy.ts'
import { adminRoutes } from './registry/routes.ts'
import { announceShell } from './registry/observations.ts'
import type { OperatorSockets } from './registry/authority.ts'
import { createFolderSource } from './registry/storage/workspace.ts'
import { withPublished } from './registry/published-source.ts'
import { createShellSource } from './registry/storage/workspace.ts'
import { createVisitors } from './browser/visitors.ts'
import type { GatewayConfig } from './config.ts'
import { embedRoutes } from './embed/embed-routes.ts'
import { fileRoutes } from './files/file-routes.ts'
import { createPortalWatch } from './files/portal-watch.ts'
import { metricsRoute } from './metrics/metrics-route.ts'
import { createMetrics } from './metrics/metrics.ts'
import { overrideRoutes } from './overrides/override-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createReleaseSource } from './release/release-source.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { commonHeaders } from './security/security-headers.ts'
import { crawlerRoutes } from './site/crawler-routes.ts'
import { iconRoute } from './site/icon-route.ts'
import { healthRoute, readyRoute } from './site/healthz.ts'
import type { Registry } from './registry/registry.ts'
import { randomBytes } from 'node:crypto'

export type GatewayOptions = Omit<GatewayConfig, 'port' | 'host' | 'logLevel' | 'remoteDirs' | 'registry'> & {
  readonly remoteDirs: readonly string[]
  readonly logger: FastifyServerOptions['logger']
  /** The published versions; without it, nothing can be published. Closing it is the caller's. */
  readonly registry?: Registry | undefined
  /** Connections whose requests are an operator's. */
  readonly operators?: OperatorSockets
}

/** The gateway, ready to listen or to be injected into. */
export const buildGateway = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const { apiUpstream, channel, overrides, overridable, production, publicConfig, publicOrigin, registry } = options
  const app = fastify({
    logger: options.logger ?? false,
    trustProxy: options.trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreDuplicateSlashes: false, caseSensitive: true },
  })
  // Whoever develops wants the next page to have the new build; in production that is not a page's errand.
  const lookEvery = production ? 1000 : 0
  const workspace = createFolderSource(options.remoteDirs, lookEvery)
  const artifacts = registry ? withPublished(workspace, registry) : workspace
  const shell = createShellSource(options.shellDir, lookEvery)
  const releases = createReleaseSource({
    artifacts,
    shell,
    config: publicConfig,
    overrides,
    ...(registry && { published: { live: registry.live, channel } }),
    onBroken: (remote, reason) => app.log.error({ remote, reason }, 'a remote cannot be served'),
  })

  const secret = registry?.signingSecret ?? randomBytes(32).toString('hex')
  const visitors = createVisitors({ releases, secret, overridable, counted: registry !== undefined })
  const metrics = createMetrics()

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

  const health = { releases, registry, upstream: apiUpstream }
  healthRoute(app, health)
  readyRoute(app, health)
  iconRoute(app, releases)
  crawlerRoutes(app, { releases, publicOrigin })
  metricsRoute(app, metrics, options.metricsToken)
  await reportRoutes(app, {
    releases,
    visitors,
    metrics,
    secret,
    registry,
    channel,
    production,
    perAddress: options.reportsPerAddress,
  })
  overrideRoutes(app)
  if (registry) {
    const ownShell = () => shell.manifest().then((state) => (state.status === 'ready' ? state.value : undefined))
    const built = () =>
      workspace.list().then((states) => states.flatMap((state) => (state.status === 'ready' ? [state.descriptor] : [])))
    await adminRoutes(app, {
      registry,
      operators: options.operators ?? new WeakSet(),
      around: { workspace: built, ownShell },
    })
    announceShell(app, registry, ownShell)
  }
  fileRoutes(app, { artifacts, shell, onPortal: registry && createPortalWatch(registry) })
  embedRoutes(app, { artifacts, registry, channel })
  await apiProxy(app, apiUpstream)
  pageRoutes(app, {
    releases,
    sources: { artifacts, shell },
    policy: {
      production,
      apiUrl: publicConfig.apiUrl,
      overrides,
      googleMaps: Boolean(publicConfig.googleMapsKey),
    },
    publicOrigin,
    overrides: { visitors, secret, overridable },
  })
  return app
}
