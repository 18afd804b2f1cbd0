import { API_BASE } from '@atalaia/contracts'
import { Problem, problemBody, PROBLEM_MEDIA_TYPE } from '@atalaia/server'
import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** After this time without a byte the API counts as not answering. */
const API_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 5000

const proxyParams = z.object({ '*': z.string() })

/** Passes `/api` on to `upstream` unchanged, and its answers back. Without an upstream every call is answered with 502. */
export const apiProxy = async (app: FastifyInstance, upstream: string | undefined): Promise<void> => {
  if (upstream === undefined) {
    app.all(`${API_BASE}/*`, { schema: { params: proxyParams } }, (_request, reply) => fail(reply, 502))
    return
  }
  await app.register(proxy, {
    upstream,
    prefix: API_BASE,
    rewritePrefix: API_BASE,
    // Its log lines carry whole addresses, and a report's address carries its signature.
    disableRequestLogging: true,
    undici: { headersTimeout: API_TIMEOUT_MS, bodyTimeout: API_TIMEOUT_MS, connectTimeout: CONNECT_TIMEOUT_MS },
    replyOptions: {
      rewriteRequestHeaders: (request, { forwarded: _claimed, 'x-real-ip': _alsoClaimed, ...headers }) => ({
        ...headers,
        // The one address that this gateway believes, so that for the API the gateway is the only proxy.
        'x-forwarded-for': request.ip,
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

const MESSAGES = {
  502: 'O serviço não está disponível no momento. Tente de novo em instantes.',
  504: 'O serviço demorou demais para responder. Tente de novo em instantes.',
} as const

type Answer = {
  code(status: number): Answer
  header(name: string, value: string): Answer
  send(body: unknown): unknown
}

const fail = (reply: Answer, status: keyof typeof MESSAGES) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', `${PROBLEM_MEDIA_TYPE}; charset=utf-8`)
    .send(JSON.stringify(problemBody(new Problem(status, MESSAGES[status]))))
