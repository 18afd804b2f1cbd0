import { defaultPublicConfig } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import {
  compressAnswers,
  createRateLimits,
  demandSchemas,
  loggerOptions,
  type LogLevel,
  type LogSink,
  connectionOptions,
  guardRequests,
  traceRequests,
  trustFunction,
  type Tracing,
  type TrustProxy,
} from '@atalaia/server'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { literal, object } from 'zod/mini'
import { addApiDocument } from './api-document.ts'
import { preflight, watchPortalPaths } from './base/access/cross-origin.ts'
import { createCallLimits, type CallLimitOptions } from './base/access/call-limits.ts'
import { createFairShares } from './base/access/fair-shares.ts'
import { createTokens, WITHOUT_AUDIENCE_SETTING } from './base/access/tokens.ts'
import { listRoutes } from './watchlist/addresses/list-routes.ts'
import { alertRoutes, stopRoutes } from './notify/alerts/alert-routes.ts'
import { createStopLinks } from './notify/alerts/stop-link.ts'
import { createAccountsRepository } from './base/people/accounts-repository.ts'
import { createConfirmPassword, createGuardProof } from './accounts/confirm-password.ts'
import { entranceRoutes } from './accounts/entrance-routes.ts'
import { createKnownPasswords } from './accounts/known-passwords.ts'
import { createCompanies } from './accounts/identities/companies-repository.ts'
import type { Provider } from './base/people/provider.ts'
import type { CallRules } from './base/called-address.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { recoveryRoutes } from './accounts/recovery-routes.ts'
import { createFactorTools } from './accounts/second-factor/factor-tools.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { createSessions } from './accounts/sessions.ts'
import type { Clock } from './base/clock.ts'
import { createFindProof, type FindProof } from './numbers/domains/domain-proof.ts'
import { createDomainOrders } from './numbers/domains/domain-orders.ts'
import { domainRoutes } from './numbers/domains/domain-routes.ts'
import { addressRoutes } from './watchlist/address-page/address-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { errorHandlers } from './base/problems.ts'
import { programAddress } from './connect/hibp/program-address.ts'
import type { Keys } from './base/store/keys.ts'
import { createSettingsRepository } from './base/store/settings-repository.ts'
import { MAX_ADDRESSES } from './numbers/monitoring/add-address.ts'
import { invitationLookRoute } from './accounts/members/invitation-routes.ts'
import { organisationRoutes } from './accounts/members/organisation-routes.ts'
import { addSessionHooks } from './session-hooks.ts'
import { installationRoutes } from './installation-routes.ts'
import { monitoredRoutes } from './numbers/monitoring/monitored-routes.ts'
import { createAnalysisRepository } from './numbers/analysis-repository.ts'
import { createFreshness } from './numbers/freshness.ts'
import { dashboardRoutes } from './watchlist/dashboard/dashboard-routes.ts'
import { createVisits } from './numbers/visits.ts'
import { createSummaryRepository } from './numbers/summary-repository.ts'
import { createClientsRepository } from './connect/portals/clients-repository.ts'
import { originRoutes } from './connect/portals/origin-routes.ts'
import { createOriginsRepository } from './connect/portals/origins-repository.ts'
import { tokenRoute } from './connect/portals/token-route.ts'
import { personRoutes } from './person-routes.ts'
import { pushRoutes } from './notify/push/push-routes.ts'
import { createReportLinks } from './watchlist/reports/report-link.ts'
import { reportListRoutes } from './watchlist/made-reports/report-list-routes.ts'
import { reportRoute } from './watchlist/reports/report-route.ts'
import { createReportsRepository } from './watchlist/reports/reports-repository.ts'
import { webhookRoutes } from './notify/webhooks/webhook-routes.ts'

export type AppOptions = CallLimitOptions & {
  /** With its migrations run. */
  readonly database: Database
  readonly keys: Keys
  readonly clock?: Clock
  readonly logLevel?: LogLevel
  readonly logSink?: LogSink
  /** The proxies whose `X-Forwarded-*` headers are believed. Default: those of this machine. */
  readonly trustProxy?: TrustProxy
  /** Serves the OpenAPI page at /api/docs. */
  readonly docs?: boolean
  /** Stands before the path of a report's link; an absolute address for pages of another origin. Default: `/api`. */
  readonly publicUrl?: string
  /** The address of the product's pages, for links in mails. Default: http://localhost:3000. */
  readonly publicOrigin?: string
  readonly brand?: string
  /** The work of hashing a password. Default: as OWASP asks for. */
  readonly passwordCost?: PasswordCost | undefined
  /** Default: no list of leaked passwords is asked. */
  readonly passwordRangesUrl?: string | undefined
  readonly maxAddresses?: number
  /** True where an address is watched only with its owner's yes (M-OWN-1). Default: false. */
  readonly isOwnershipChecked?: boolean
  /** The addresses that webhooks may have. Default: those of the Internet, over https. */
  readonly webhookRules?: CallRules | undefined
  /** Looks for the proofs of domains. Default: the system's name servers, and websites of the Internet. */
  readonly findProof?: FindProof
  /** The OpenID providers that everybody may sign in with. Default: none. */
  readonly providers?: readonly Provider[]
  /** True where an OpenID provider on this machine may be asked over http. Default: false. */
  readonly loopbackIssuers?: boolean
  /** Default: no spans are recorded. Closing it is the caller's. */
  readonly tracing?: Tracing | undefined
}

const BODY_LIMIT_BYTES = 16 * 1024
/** Time for a whole request; its body has less (`guardRequests`). */
const REQUEST_TIMEOUT_MS = 20_000
/** Less than the gateway waits for the answer. */
const HEALTH_LIMIT_MS = 2000

const healthSchema = object({ status: literal('ok') })

const isAuthenticated = ({ caller, keyCaller }: FastifyRequest) => caller !== null || keyCaller !== null

/** Builds the API without listening. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { keys, tracing, webhookRules, clock = () => new Date(), publicUrl = '/api' } = options
  const { publicOrigin: origin = 'http://localhost:3000' } = options
  const database = tracing?.database(options.database) ?? options.database
  const { brand = defaultPublicConfig.brand, maxAddresses = MAX_ADDRESSES, findProof = createFindProof() } = options
  const { trustProxy = 'loopback', providers = [], loopbackIssuers = false, isOwnershipChecked = false } = options
  const app = Fastify({
    logger: loggerOptions({ service: 'leak-api', level: options.logLevel, sink: options.logSink }),
    ...connectionOptions(REQUEST_TIMEOUT_MS),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustFunction(trustProxy),
    rewriteUrl: ({ url = '/' }) => programAddress(url),
    // An address, or the name of a source.
    routerOptions: { maxParamLength: 300 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandlers.onError)
  app.setNotFoundHandler(errorHandlers.onNotFound)
  demandSchemas(app)
  guardRequests(app, { trustProxy })
  app.decorateRequest('caller', null)
  app.decorateRequest('keyCaller', null)
  traceRequests(app, { service: 'api', isTimed: isAuthenticated, tracing })
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  await addApiDocument(app, { brand, isShown: options.docs === true })

  const onStoreFailure = (err: unknown) => app.log.error({ err }, 'rate limits are counted in memory')
  const limits = createRateLimits({ service: 'leak-api', database, onStoreFailure })
  const callLimits = createCallLimits(limits, options)
  const accounts = createAccountsRepository(database)
  const passwords = createPasswords({ cost: options.passwordCost })
  const until = await createSettingsRepository(database).get(WITHOUT_AUDIENCE_SETTING)
  const withoutAudienceUntil = until === undefined ? undefined : new Date(until)
  const tokens = createTokens({ ring: keys.token, clock, withoutAudienceUntil })
  const sessions = createSessions({ database, tokens, ring: keys.token, origin, clock })
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
      const tools = createFactorTools({ database, key: keys.fingerprint, origin, brand })
      const companies = createCompanies(database, keys.token)
      const within = { database, companies, passwords, limits, brand, origin, clock }
      const facts = { providers, loopbackIssuers, publicUrl, ring: keys.token }
      const known = createKnownPasswords(database, keys.fingerprint, { ...options, log: app.log })
      const callLimit = callLimits.entrances
      await api.register(entranceRoutes, { ...within, ...facts, accounts, sessions, known, tools, callLimit })
      const guardProof = createGuardProof(limits)
      const confirmPassword = createConfirmPassword(passwords, guardProof)
      const recovery = { ...within, known }
      await api.register(recoveryRoutes, { ...recovery, tokens, sessions, ring: keys.token, callLimit })
      await api.register(invitationLookRoute, { database, callLimit, clock })
      // Before the shares: a call compresses its answer in its turn.
      compressAnswers(api)
      const shares = createFairShares(api)
      await api.register(sessionRoutes, { sessions, tokens, limits, shares })
      await api.register(reportRoute, { database, reports, links, brand, shares })
      await api.register(stopRoutes, { database, links: createStopLinks(keys.link, publicUrl), brand, shares, clock })
      await api.register(tokenRoute, { clients, tokens, sessions, shares, database, limits, clock })
      const orders = createDomainOrders({ database, findProof, isOwnershipChecked, origin, limits, clock })
      const apiUrl = new URL(publicUrl, origin).href
      const { keyCallsPerMinute: callsPerMinute } = options
      await api.register(keyRoutes, { database, orders, limits: callLimits, shares, callsPerMinute, apiUrl, clock })
      await api.register(async (session) => {
        const subjects = { findAccount: sessions.findAccount, findClient: clients.find }
        const access = { tokens, subjects, origins, limits: callLimits, shares }
        addSessionHooks(session, { database, accounts, confirmPassword, access, limits, clock })
        const portalPaths = watchPortalPaths(session)
        const visits = createVisits(database, clock)
        const fresh = createFreshness({ database, visits, ring: keys.link, clock })
        await session.register(monitoredRoutes, { database, visits, fresh, clock, maxAddresses, isOwnershipChecked })
        const summary = createSummaryRepository(database)
        await session.register(listRoutes, { database, summary, visits, clock, maxAddresses, isOwnershipChecked })
        await session.register(addressRoutes, { database, summary, visits, limits, brand, shares, clock })
        const analyses = createAnalysisRepository(database)
        await session.register(dashboardRoutes, { analyses, summary, reports, links, fresh, isOwnershipChecked, clock })
        await session.register(personRoutes, { ...recovery, accounts, sessions, tools, confirmPassword, guardProof })
        await session.register(organisationRoutes, { database, sessions, limits, origin, clock })
        await session.register(installationRoutes, { database, limits, maxAddresses, origin, clock })
        await session.register(alertRoutes, { database, clock })
        await session.register(pushRoutes, { database, limits, ring: keys.token, webhookRules, clock })
        await session.register(webhookRoutes, { database, limits, ring: keys.token, webhookRules, origin, clock })
        await session.register(reportListRoutes, { database, links, limits, clock })
        await session.register(originRoutes, { origins, clock })
        await session.register(domainRoutes, { database, orders, shares, isOwnershipChecked, clock })
        // Outside of this scope: a preflight carries no token.
        for (const [path, methods] of portalPaths) api.route(preflight(path, { origins, shares, methods }))
      })
    },
    { prefix: '/api' },
  )
  return app
}
