import type { Database } from '@atalaia/database'
import { livenessRoute } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { enum as oneOf, literal, object } from 'zod/mini'

const HEALTH_LIMIT_MS = 2000

const healthSchema = object({ status: literal('ok') })
const readySchema = object({ status: oneOf(['ready', 'not ready']) })

export type HealthOptions = {
  readonly database: Database
  /** Default: never. */
  readonly isStopping?: () => boolean
}

/**
 * - `GET /healthz`: 200 when the database answers. Else 503.
 * - `GET /readyz`, for load balancers: 503 while the server stops. It ignores the database
 *   (M-HEALTH-2).
 */
export const healthRoutes = (root: FastifyInstance, { database, isStopping = () => false }: HealthOptions): void => {
  livenessRoute(root)
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.get('/healthz', { logLevel: 'warn', schema: { response: { 200: healthSchema } } }, async () => {
    await database.within(HEALTH_LIMIT_MS).script('SELECT 1')
    return { status: 'ok' as const }
  })
  app.get(
    '/readyz',
    { logLevel: 'warn', schema: { response: { 200: readySchema, 503: readySchema } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return isStopping() ? reply.code(503).send({ status: 'not ready' }) : { status: 'ready' as const }
    },
  )
}
