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
    /** The form of failures: problem details (RFC 9457) by default. */
    failures?: 'text'
    /** The answer when the request does not fit its schema. */
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

/** The text of a failure in Portuguese, with the status and the type that the route gives to a request that does not fit. */
export const explainFailure = (failure: Failure, request: FastifyRequest): Explanation => {
  if (failure.kind === 'unexpected') return { detail: UNEXPECTED }
  if (failure.kind === 'unavailable' && failure.outcome === 'unknown')
    return { detail: UNKNOWN_OUTCOME, type: PROBLEM_TYPES['outcome-unknown'] }
  const { invalid } = request.routeOptions.config
  if (failure.kind !== 'invalid' || invalid === undefined) return { detail: texts[failure.status] ?? REFUSED }
  const { message: detail, ...route } = invalid
  return { ...route, detail }
}

/** Failures in Portuguese; as plain text where the page shows the body as it is. */
export const errorHandlers = createErrorHandlers({
  explain: explainFailure,
  send: (problem, reply, request) =>
    request.routeOptions.config.failures === 'text' ? sendProblemText(problem, reply) : sendProblem(problem, reply),
})

/** The 429 of a caller that a rate limit puts off. */
export const tooManyRequests = (refusal: Refusal): Problem => {
  const retryAfterSeconds = secondsToWait(refusal)
  const time = retryAfterSeconds < 60 ? `${retryAfterSeconds} s` : `${Math.ceil(retryAfterSeconds / 60)} min`
  return new Problem(429, `Muitas tentativas. Aguarde ${time} e tente de novo.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** The 503 of a caller for whom there is no place, because the server has too much to do. */
export const busy = (refusal: Refusal): Problem =>
  new Problem(503, 'O serviço está muito ocupado agora. Tente de novo em alguns segundos.', {
    headers: { 'retry-after': String(secondsToWait(refusal)) },
  })
