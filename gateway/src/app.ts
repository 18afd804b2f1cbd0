import type { Database } from '@atalaia/database'
import {
  demandSchemas,
  paceRequests,
  connectionOptions,
  guardRequests,
  trustFunction,
  createRateLimits,
  metricsRoute,
  oneLineLog,
  traceRequests,
  type Tracing,
} from '@atalaia/server'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { createSecretKey, randomBytes } from 'node:crypto'
import type { GatewayConfig } from './config.ts'
import { apiProxy, isApiCall } from './delivery/api-proxy.ts'
import { consentRoute, createConsent } from './delivery/pages/consent.ts'
import { embedRoutes } from './delivery/files/embed-routes.ts'
import { createPortalWatch, fileRoutes } from './delivery/files/file-routes.ts'
import { commonHeaders, guardWorkers, refuseOtherHosts } from './delivery/headers.ts'
import { healthRoutes } from './delivery/health-routes.ts'
import { pageRoutes } from './delivery/pages/page-routes.ts'
import { createRemotesIndexes, indexRoutes } from './delivery/pages/release-index.ts'
import { appManifestRoutes } from './delivery/pages/app-manifest.ts'
import { pushWorkerRoute, siteRoutes } from './delivery/pages/site-routes.ts'
import { createReleaseSource } from './delivery/release.ts'
import { overrideKeyRoutes, visitorRoutes } from './delivery/visitor-routes.ts'
import { createVisitors } from './delivery/visitor.ts'
import { setErrorAnswers } from './errors.ts'
import { createAuthorities } from './registry/rights/authority.ts'
import { followRollouts } from './registry/rollout-routes.ts'
import { announceShell, type AnnouncedShell } from './registry/observations.ts'
import { withPublished, withPublishedShells } from './registry/published-source.ts'
import type { Registry } from './registry/registry.ts'
import type { Installation } from './registry/installation-routes.ts'
import { orderScope, registryRoutes } from './registry/routes.ts'
import { createFolderSource, createShellSource, LOOK_EVERY_MS } from './registry/storage/workspace.ts'
import { verdictRoutes } from './registry/verdicts.ts'
import { countAnswers, createMetrics } from './telemetry/metrics.ts'
import { reportRoutes } from './telemetry/report-routes.ts'

export type GatewayOptions = Omit<GatewayConfig, 'port' | 'host' | 'tls' | 'logLevel' | 'remoteDirs' | 'registry'> & {
  readonly remoteDirs: readonly string[]
  readonly logger: FastifyServerOptions['logger']
  /** Without it, nothing can be published. The caller closes it. */
  readonly registry?: Registry | undefined
  /** Counts rate limits for all gateways that share it. Default: counted in memory. */
  readonly installation?: Installation | undefined
  readonly database?: Database | undefined
  /** Default: no spans. The caller closes it. */
  readonly tracing?: Tracing | undefined
}

export const UPLOAD_TIMEOUT_MS = 300_000
/** Bounds orders and reports. */
const MAX_BODY_BYTES = 64 * 1024

export const buildGateway = async (options: GatewayOptions): Promise<FastifyInstance> => {
  const { apiUpstream, channel, overrides, overridable, production, publicConfig, publicOrigin, registry } = options
  const trusts = trustFunction(options.trustProxy)
  const app = fastify({
    logger: options.logger ?? false,
    logController: oneLineLog(),
    ...connectionOptions(UPLOAD_TIMEOUT_MS),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trusts,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreDuplicateSlashes: false, caseSensitive: true },
  })
  setErrorAnswers(app)
  demandSchemas(app)
  guardRequests(app, { ...options, headers: commonHeaders(production) })
  paceRequests(app, isApiCall)
  if (options.localOnly) refuseOtherHosts(app, publicOrigin)
  guardWorkers(app)
  // The API decides which of its answers tell their time.
  const { tracing } = options
  traceRequests(app, { service: 'gateway', isTimed: (_request, told) => told.includes(';dur='), tracing })
  const metrics = createMetrics(registry?.live, options.database)
  countAnswers(app, metrics)

  const lookEvery = production ? LOOK_EVERY_MS : 0
  const workspace = createFolderSource(options.remoteDirs, lookEvery)
  const ownShell = createShellSource(options.shellDir, lookEvery)
  const shell = registry ? withPublishedShells(ownShell, registry) : ownShell
  const artifacts = registry ? withPublished(workspace, registry) : workspace
  const releases = createReleaseSource({
    artifacts,
    shell,
    config: publicConfig,
    overrides,
    overrideAddresses: options.overrideAddresses,
    ...(registry && { published: { live: registry.live, channel } }),
    onBroken: (remote, reason) => app.log.error({ remote, reason }, 'a remote cannot be served'),
  })
  const secret = registry?.signingSecret ?? createSecretKey(randomBytes(32))
  const { audienceHeaders: headers = [], regionHeader } = options
  const audiences = { headers, regionHeader, isProxy: (address: string) => trusts !== false && trusts(address, 0) }
  const visitors = createVisitors({
    secret,
    overridable,
    developer: overridable || !production,
    counted: registry !== undefined,
    audiences,
  })
  const consent = createConsent({ secret, overridable, visitors, brand: publicConfig.brand })

  app.addHook('onReady', async () => {
    const state = await releases.current()
    if (state.status === 'broken') return app.log.error({ reason: state.reason }, 'the shell cannot be served')
    const known = new Set(state.current.release.remotes.map(({ descriptor }) => descriptor.name))
    for (const remote of overrides.keys())
      if (!known.has(remote)) app.log.warn({ remote }, 'REMOTE_OVERRIDES names a remote that is not there')
  })

  const limits = createRateLimits({
    service: 'gateway',
    database: options.database,
    onStoreFailure: (err) => app.log.error({ err }, 'rate limits are counted in memory'),
  })
  let announced: AnnouncedShell | undefined
  if (registry) {
    const authority = createAuthorities(registry, 'network')
    await orderScope(app, (orders) => {
      registryRoutes(orders, {
        registry,
        authority,
        limits,
        audiences,
        publicOrigin,
        installation: options.installation,
      })
      verdictRoutes(orders, registry.verdicts, authority)
      overrideKeyRoutes(orders, { registry, authority, publicOrigin })
    })
    announced = announceShell(app, registry, { channel, force: options.forceShell })
    followRollouts(app, registry)
  }

  metricsRoute(app, metrics.registry, options.metricsToken)
  await reportRoutes(app, {
    browsers: {
      of: (request) => {
        const { browser: id, knownSince, facts } = visitors.of(request)
        return id === undefined || knownSince === undefined ? undefined : { id, knownSince, facts }
      },
      remotesOf: async (request) => {
        const state = await releases.current(visitors.of(request))
        return state.status === 'ready' ? state.current.release.remotes : []
      },
      keepFailedShell: visitors.keepFailedShell,
      shellVersion: async (request) => {
        const state = await releases.current(visitors.of(request))
        return state.status === 'ready' ? state.current.shell.version : undefined
      },
    },
    metrics,
    registry,
    channel,
    production,
    limits,
    perNetwork: options.reportsPerAddress,
  })

  healthRoutes(app, { releases, registry, upstream: apiUpstream, shell: announced })
  visitorRoutes(app, { releases, artifacts, visitors })
  const indexes = createRemotesIndexes()
  indexRoutes(app, { releases, indexes, live: registry?.live })
  await consentRoute(app, consent)
  siteRoutes(app, { releases, artifacts, publicOrigin })
  appManifestRoutes(app, releases)
  pushWorkerRoute(app)
  const onPortal = registry && createPortalWatch(registry)
  fileRoutes(app, { artifacts, shell, visitors, apiUrl: publicConfig.apiUrl, onPortal })
  embedRoutes(app, { artifacts, registry, channel, onPortal, publicOrigin })
  await apiProxy(app, apiUpstream, { visitors })
  pageRoutes(app, {
    releases,
    sources: { artifacts, shell, indexes },
    visitors,
    consent,
    policy: {
      production,
      apiUrl: publicConfig.apiUrl,
      overrides: [...overrides.values()],
      googleMaps: Boolean(publicConfig.googleMapsKey),
      trustedTypes: options.trustedTypes ?? [],
    },
    publicOrigin,
    varyBy: [...headers, ...(regionHeader === undefined ? [] : [regionHeader])],
  })
  return app
}
