import { defaultPublicConfig } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import {
  compressAnswers,
  createRateLimits,
  loggerOptions,
  type LogLevel,
  type LogSink,
  connectionOptions,
  guardRequests,
  traceRequests,
  trustFunction,
  type TrustProxy,
} from '@atalaia/server'
import formbody from '@fastify/formbody'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { literal, object } from 'zod/mini'
import { createAuthenticate, createTurnAfterBody } from './access/authenticate.ts'
import { preflight, varyByCaller, watchPortalPaths } from './access/cross-origin.ts'
import { createFairShares } from './access/fair-shares.ts'
import { createPortalLog } from './access/portal-log.ts'
import { createTokens, WITHOUT_AUDIENCE_SETTING } from './access/tokens.ts'
import { createAccountsRepository } from './accounts/accounts-repository.ts'
import { createKnownNetworks } from './accounts/known-networks.ts'
import { createLoginRateLimit, createSignupRateLimit } from './accounts/login-rate-limit.ts'
import { loginRoute } from './accounts/login-route.ts'
import { createPasswords } from './accounts/passwords.ts'
import { signupRoute } from './accounts/signup-route.ts'
import type { Clock } from './clock.ts'
import { errorHandlers } from './problems.ts'
import type { Keys } from './store/keys.ts'
import { createSettingsRepository } from './store/settings-repository.ts'
import { MAX_ADDRESSES } from './monitoring/add-address.ts'
import { createMonitoredRepository } from './monitoring/monitored-repository.ts'
import { monitoredRoutes } from './monitoring/monitored-routes.ts'
import { createAnalysisRepository } from './numbers/analysis-repository.ts'
import { createFreshness } from './numbers/freshness.ts'
import { dashboardRoutes } from './numbers/dashboard-routes.ts'
import { createSummaryRepository } from './numbers/summary-repository.ts'
import { createClientsRepository } from './portals/clients-repository.ts'
import { originRoutes } from './portals/origin-routes.ts'
import { createOriginsRepository } from './portals/origins-repository.ts'
import { tokenRoute } from './portals/token-route.ts'
import { createReportLinks } from './reports/report-link.ts'
import { reportRoute } from './reports/report-route.ts'
import { createReportsRepository } from './reports/reports-repository.ts'

export type AppOptions = {
  /** With its migrations run. */
  readonly database: Database
  readonly keys: Pick<Keys, 'token' | 'link'>
  readonly clock?: Clock
  readonly logLevel?: LogLevel
  readonly logSink?: LogSink
  /** The proxies whose `X-Forwarded-*` headers are believed. Default: those of this machine. */
  readonly trustProxy?: TrustProxy
  /** Serves the OpenAPI page at /api/docs. */
  readonly docs?: boolean
  /** Stands before the path of a report's link; an absolute address for pages of another origin. Default: `/api`. */
  readonly publicUrl?: string
  readonly brand?: string
  readonly maxAddresses?: number
  /** Calls a minute of one token from a portal. Default: 120. */
  readonly callsPerMinute?: number
  /** Calls a minute of one account, in one process. Default: 1200. */
  readonly accountCallsPerMinute?: number
}

const BODY_LIMIT_BYTES = 16 * 1024
/** Time for a whole request; its body has less (`guardRequests`). */
const REQUEST_TIMEOUT_MS = 20_000
const CALLS_PER_MINUTE = 120
const ACCOUNT_CALLS_PER_MINUTE = 1200
/** Less than the gateway waits for the answer. */
const HEALTH_LIMIT_MS = 2000

const healthSchema = object({ status: literal('ok') })

/** The OpenAPI document, `app.swagger()`. Registered before the routes that it shows. */
const addApiDocument = async (app: FastifyInstance, brand: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      info: { title: `${brand}: leak-api`, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
}

/** Builds the API without listening. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { database, keys, clock = () => new Date(), publicUrl = '/api' } = options
  const { brand = defaultPublicConfig.brand, maxAddresses = MAX_ADDRESSES, callsPerMinute = CALLS_PER_MINUTE } = options
  const { trustProxy = 'loopback' } = options
  const { accountCallsPerMinute = ACCOUNT_CALLS_PER_MINUTE } = options
  const app = Fastify({
    logger: loggerOptions({ service: 'leak-api', level: options.logLevel, sink: options.logSink }),
    ...connectionOptions(REQUEST_TIMEOUT_MS),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustFunction(trustProxy),
    routerOptions: { maxParamLength: 100 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandlers.onError)
  app.setNotFoundHandler(errorHandlers.onNotFound)
  guardRequests(app, { trustProxy })
  app.decorateRequest('caller', null)
  traceRequests(app, { service: 'api', isTimed: ({ caller }) => caller !== null })
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  await addApiDocument(app, brand)
  if (options.docs === true) await app.register(swaggerUi, { routePrefix: '/api/docs' })

  const onStoreFailure = (err: unknown) => app.log.error({ err }, 'rate limits are counted in memory')
  const limits = createRateLimits({ service: 'leak-api', database, onStoreFailure })
  const accounts = createAccountsRepository(database)
  const passwords = createPasswords()
  const until = await createSettingsRepository(database).get(WITHOUT_AUDIENCE_SETTING)
  const withoutAudienceUntil = until === undefined ? undefined : new Date(until)
  const tokens = createTokens({ key: keys.token, clock, withoutAudienceUntil })
  const clients = createClientsRepository(database)
  const origins = createOriginsRepository(database)
  const reports = createReportsRepository(database)
  const links = createReportLinks(keys.link, publicUrl, clock)

  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/healthz', { logLevel: 'warn', schema: { response: { 200: healthSchema } } }, async () => {
      await database.within(HEALTH_LIMIT_MS).script('SELECT 1')
      return { status: 'ok' as const }
    })
  await app.register(
    async (api) => {
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      await api.register(loginRoute, {
        accounts,
        tokens,
        limit: createLoginRateLimit(limits),
        passwords,
        networks: createKnownNetworks(database, keys.token),
        clock,
      })
      await api.register(signupRoute, { accounts, limit: createSignupRateLimit(limits), passwords, brand, clock })
      // Before the shares: a call compresses its answer in its turn.
      compressAnswers(api)
      const shares = createFairShares(api)
      await api.register(reportRoute, { reports, links, brand, shares })
      await api.register(tokenRoute, { clients, tokens, log: createPortalLog(database), limits, clock })
      await api.register(async (session) => {
        varyByCaller(session)
        const subjects = { findAccount: accounts.findByEmail, findClient: clients.find }
        const limit = limits.window({ name: 'calls', points: callsPerMinute, windowMs: 60_000 })
        // In memory: a count in PostgreSQL would cost each call of a page as much as its answer.
        const accountLimit = createRateLimits({ service: 'leak-api' }).window({
          name: 'account-calls',
          points: accountCallsPerMinute,
          windowMs: 60_000,
        })
        session.addHook('onRequest', createAuthenticate({ tokens, subjects, origins, limit, accountLimit, shares }))
        session.addHook('preHandler', createTurnAfterBody(shares))
        const portalPaths = watchPortalPaths(session)
        const monitored = createMonitoredRepository(database)
        const fresh = createFreshness({ database, key: keys.link, clock })
        await session.register(monitoredRoutes, { database, monitored, fresh, clock, maxAddresses })
        await session.register(dashboardRoutes, {
          analyses: createAnalysisRepository(database),
          summary: createSummaryRepository(database),
          reports,
          links,
          fresh,
          clock,
        })
        await session.register(originRoutes, { origins, clock })
        // Outside of this scope: a preflight carries no token.
        for (const [path, methods] of portalPaths) api.options(path, preflight({ origins, shares, methods }))
      })
    },
    { prefix: '/api' },
  )
  return app
}
