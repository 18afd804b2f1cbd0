import {
  connectionOptions,
  demandSchemas,
  guardRequests,
  loggerOptions,
  traceRequests,
  trustFunction,
  type LogLevel,
  type LogSink,
  type Tracing,
  type TrustProxy,
} from '@atalaia/server'
import formbody from '@fastify/formbody'
import type { Database } from '@atalaia/database'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { literal, object } from 'zod/mini'
import { addApiDocument } from './api-document.ts'
import { errorHandlers } from './problems.ts'

export type ServerOptions = {
  readonly logLevel?: LogLevel
  readonly logSink?: LogSink
  /** The proxies whose `X-Forwarded-*` headers are believed. Default: those of this machine. */
  readonly trustProxy?: TrustProxy
  /** Serves the OpenAPI page at /api/docs. */
  readonly docs?: boolean
  /** Default: no spans are recorded. Closing it is the caller's. */
  readonly tracing?: Tracing | undefined
}

type Parts = ServerOptions & {
  readonly database: Database
  readonly brand: string
  /** The address of a call as the routes have it. */
  readonly rewriteUrl: (url: string) => string
}

const BODY_LIMIT_BYTES = 16 * 1024
/** Time for a whole request; its body has less (`guardRequests`). */
const REQUEST_TIMEOUT_MS = 20_000
/** Less than the gateway waits for the answer. */
const HEALTH_LIMIT_MS = 2000

const healthSchema = object({ status: literal('ok') })

const isAuthenticated = ({ caller, keyCaller }: FastifyRequest) => caller !== null || keyCaller !== null

/** The HTTP server without the API's routes: bounds, schemas, failures, traces, `/healthz`. */
export const createServer = async (parts: Parts): Promise<FastifyInstance> => {
  const { database, brand, rewriteUrl, logLevel, logSink, trustProxy = 'loopback', docs = false, tracing } = parts
  const app = Fastify({
    logger: loggerOptions({ service: 'leak-api', level: logLevel, sink: logSink }),
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
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  await addApiDocument(app, { brand, isShown: docs })
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/healthz', { logLevel: 'warn', schema: { response: { 200: healthSchema } } }, async () => {
      await database.within(HEALTH_LIMIT_MS).script('SELECT 1')
      return { status: 'ok' as const }
    })
  return app
}
