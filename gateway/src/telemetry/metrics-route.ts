import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Metrics } from './metrics.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** What proxies add to the requests that they pass on. */
const PROXY_HEADER = /^(x-forwarded-|forwarded$|via$|x-real-ip$|cf-|true-client-ip$)/

/** Whether a request comes from this machine itself, through no proxy. */
export const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => PROXY_HEADER.test(name))

/** `GET /-/metrics`: for this machine alone, or with METRICS_TOKEN as bearer token; for anybody else it does not exist. */
export const metricsRoute = (root: FastifyInstance, metrics: Metrics, token: string | undefined): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.get('/-/metrics', { logLevel: 'warn', schema: { response: { 200: z.string() } } }, async (request, reply) => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const allowed = token === undefined ? isLocal(request) : timingSafeEqual(hash(given), hash(token))
    if (!allowed) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}
