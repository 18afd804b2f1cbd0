import { PROBLEM_TYPES } from '@atalaia/contracts'
import {
  createErrorHandlers,
  Problem,
  secondsToWait,
  sendProblem,
  sendProblemText,
  type Failure,
  type Refusal,
} from '@atalaia/server'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** Default: problem details (RFC 9457). */
    failures?: 'text'
    /** The answer to requests that do not match the schema. */
    invalid?: { readonly status: number; readonly message: string; readonly type?: string }
  }
}

const REFUSED = 'Não entendemos o pedido. Recarregue a página e tente de novo.'
const UNEXPECTED = 'Algo deu errado do nosso lado. Tente de novo em alguns instantes.'
const UNKNOWN_OUTCOME =
  'O serviço ficou indisponível por instantes, e não sabemos se o pedido foi concluído. Confira antes de repetir.'
const texts: Record<number, string> = {
  404: 'Este endereço não existe na API.',
  408: 'O pedido demorou demais para chegar. Tente de novo.',
  413: 'O pedido é grande demais.',
  503: 'O serviço está indisponível por instantes. Tente de novo em alguns segundos.',
  415: 'O formato do pedido não é aceito.',
  429: 'Muitos pedidos ao mesmo tempo. Tente de novo em instantes.',
}

type Explanation = { readonly status?: number; readonly detail: string; readonly type?: string }

export const explainFailure = (failure: Failure, request: FastifyRequest): Explanation => {
  if (failure.kind === 'unexpected') return { detail: UNEXPECTED }
  if (failure.kind === 'unavailable' && failure.outcome === 'unknown')
    return { detail: UNKNOWN_OUTCOME, type: PROBLEM_TYPES['outcome-unknown'] }
  const { invalid } = request.routeOptions.config
  if (failure.kind !== 'invalid' || invalid === undefined) return { detail: texts[failure.status] ?? REFUSED }
  const { message: detail, ...route } = invalid
  return { ...route, detail }
}

export const errorHandlers = createErrorHandlers({
  explain: explainFailure,
  send: (problem, reply, request) =>
    request.routeOptions.config.failures === 'text' ? sendProblemText(problem, reply) : sendProblem(problem, reply),
})

export const tooManyRequests = (refusal: Refusal): Problem => {
  const retryAfterSeconds = secondsToWait(refusal)
  const time = retryAfterSeconds < 60 ? `${retryAfterSeconds} s` : `${Math.ceil(retryAfterSeconds / 60)} min`
  return new Problem(429, `Muitas tentativas. Aguarde ${time} e tente de novo.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

export const busy = (refusal: Refusal): Problem =>
  new Problem(503, 'O serviço está muito ocupado agora. Tente de novo em alguns segundos.', {
    headers: { 'retry-after': String(secondsToWait(refusal)) },
  })
