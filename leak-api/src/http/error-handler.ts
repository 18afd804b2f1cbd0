import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** The form of failures: JSON `{ message }` by default. */
    failures?: 'text'
    /** The answer when the request does not fit its schema. */
    invalid?: { readonly status: number; readonly message: string }
  }
}

const texts: Record<number, string> = {
  400: 'Não entendemos o pedido. Recarregue a página e tente de novo.',
  404: 'Este endereço não existe na API.',
  413: 'O pedido é grande demais.',
  415: 'O formato do pedido não é aceito.',
}
const UNEXPECTED = 'Algo deu errado do nosso lado. Tente de novo em alguns instantes.'

const asPlainText = (request: FastifyRequest) => request.routeOptions.config.failures === 'text'

const send = (request: FastifyRequest, reply: FastifyReply, status: number, message: string) =>
  asPlainText(request)
    ? reply.code(status).type('text/plain; charset=utf-8').send(message)
    : reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ message }))

/** Failures in Portuguese; as plain text where the page shows the body as it is. */
export const errorHandler = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Problem) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    if (error.challenge !== undefined) reply.header('www-authenticate', error.challenge)
    return send(request, reply, error.statusCode, error.message)
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const own = error.validation === undefined ? undefined : request.routeOptions.config.invalid
    return send(request, reply, own?.status ?? status, own?.message ?? texts[status] ?? texts[400] ?? UNEXPECTED)
  }
  request.log.error({ err: error }, 'request failed')
  return send(request, reply, 500, UNEXPECTED)
}

export const notFoundHandler = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ message: texts[404] ?? request.method })
