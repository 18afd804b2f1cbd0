import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

/** Milliseconds without a byte after which the API counts as not answering. */
const timeout = 30_000

/** Passes `/api` on to `upstream`, as it comes and as it goes. Without one, the API does not answer. */
export const apiProxy = async (app: FastifyInstance, upstream: string | undefined): Promise<void> => {
  if (upstream === undefined) {
    app.all('/api/*', (_request, reply) => fail(reply, 502))
    return
  }
  await app.register(proxy, {
    upstream,
    prefix: '/api',
    rewritePrefix: '/api',
    // Its log lines carry whole addresses, and a report's address carries its signature.
    disableRequestLogging: true,
    undici: { headersTimeout: timeout, bodyTimeout: timeout, connectTimeout: 5000 },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-forwarded-for': 'ips' in request && request.ips ? request.ips.join(', ') : request.ip,
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
      }),
      onError: (reply, { error }) => {
        const slow = 'statusCode' in error && error.statusCode === 504
        reply.log.warn({ reason: error.message }, 'the API does not answer')
        void fail(reply, slow ? 504 : 502)
      },
    },
  })
}

const messages = {
  502: 'O serviço não está disponível no momento. Tente de novo em instantes.',
  504: 'O serviço demorou demais para responder. Tente de novo em instantes.',
} as const

type Answer = {
  code(status: number): Answer
  header(name: string, value: string): Answer
  send(body: unknown): unknown
}

const fail = (reply: Answer, status: keyof typeof messages) =>
  reply.code(status).header('cache-control', 'no-store').send({ message: messages[status] })
