import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const livenessAnswer = z.object({ status: z.literal('alive') })

/**
 * `GET /livez`: 200 while the event loop answers. It asks no database, so that a restart never
 * follows from an outage (M-HEALTH-1).
 */
export const livenessRoute = (app: FastifyInstance): void => {
  app.get('/livez', { logLevel: 'warn', schema: { response: { 200: livenessAnswer } } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
}
