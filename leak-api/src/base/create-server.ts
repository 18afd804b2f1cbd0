import swagger from '@fastify/swagger'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { rolesFor } from '@atalaia/contracts'
import {
  contentPolicy,
  connectionOptions,
  demandSchemas,
  guardRequests,
  loggerOptions,
  metricsRoute,
  oneLineLog,
  traceRequests,
  trustFunction,
  type LogLevel,
  type LogSink,
  type Tracing,
  type TrustProxy,
} from '@atalaia/server'
import type { Database } from '@atalaia/database'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { healthRoutes, type HealthOptions } from './health-routes.ts'
import type { ApiMetrics } from './metrics/api-metrics.ts'
import { errorHandlers } from './problems.ts'

type ApiDocumentOptions = {
  readonly brand: string
  /** True where people see it at /api/docs. */
  readonly isShown: boolean
}

const POLICY = contentPolicy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
})

const transform: typeof jsonSchemaTransform = (told) => {
  const { schema, url } = jsonSchemaTransform(told)
  const operation = told.route.config?.operation
  return { schema: operation ? { ...schema, 'x-operation': operation, 'x-roles': rolesFor(operation) } : schema, url }
}

/** Registered before the routes that it shows. */
const addApiDocument = async (app: FastifyInstance, { brand, isShown }: ApiDocumentOptions): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      info: { title: `${brand}: leak-api`, version: '1.0.0' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'apiKey', in: 'header', name: 'hibp-api-key' },
          keyAsBearer: { type: 'http', scheme: 'bearer', description: 'An API key with the scope scim:write' },
        },
      },
    },
    transform,
  })
  if (isShown) await app.register(import('@fastify/swagger-ui'), { routePrefix: '/api/docs', staticCSP: POLICY })
}

export type ServerOptions = Pick<HealthOptions, 'isStopping'> & {
  readonly logLevel?: LogLevel
  readonly logSink?: LogSink
  /** Default: this machine's. */
  readonly trustProxy?: TrustProxy
  readonly docs?: boolean
  /** Default: no spans. The caller closes it. */
  readonly tracing?: Tracing | undefined
  /** Default: the server has no metrics. */
  readonly metrics?: ApiMetrics | undefined
  readonly metricsToken?: string | undefined
}

type Parts = ServerOptions & {
  readonly database: Database
  readonly brand: string
  readonly rewriteUrl: (url: string) => string
}

const BODY_LIMIT_BYTES = 16 * 1024
/** Bounds a whole request; its body has less (`guardRequests`). */
const REQUEST_TIMEOUT_MS = 20_000

const isAuthenticated = ({ caller, keyCaller }: FastifyRequest) => caller !== null || keyCaller !== null

export const createServer = async (parts: Parts): Promise<FastifyInstance> => {
  const {
    brand,
    rewriteUrl,
    logLevel,
    logSink,
    trustProxy = 'loopback',
    docs = false,
    tracing,
    metrics,
    metricsToken,
  } = parts
  const app = Fastify({
    logger: loggerOptions({ service: 'leak-api', level: logLevel, sink: logSink }),
    logController: oneLineLog(),
    ...connectionOptions(REQUEST_TIMEOUT_MS),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustFunction(trustProxy),
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
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
  metrics?.countAnswers(app)
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  await addApiDocument(app, { brand, isShown: docs })
  healthRoutes(app, parts)
  if (metrics) metricsRoute(app, metrics.registry, metricsToken)
  return app
}
