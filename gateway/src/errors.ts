import { API_BASE } from '@atalaia/contracts'
import { createErrorHandlers, sendProblem, sendProblemText, type Failure } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/** Addresses of the gateway itself, which programs ask; people see the answers of all others. */
const isOwn = ({ url }: FastifyRequest) => url.startsWith('/-/')

const isApi = ({ url }: FastifyRequest) => url.startsWith(`${API_BASE}/`)

/** `/body/artifact/files` → `artifact.files`. */
const fieldOf = (pointer: string) => pointer.split('/').slice(2).join('.')

const explainOwn = (failure: Failure): string => {
  if (failure.kind === 'invalid')
    return failure.errors.map(({ pointer, detail }) => `${fieldOf(pointer)}: ${detail}`).join('; ')
  if (failure.kind === 'refused') return failure.message
  if (failure.kind === 'unavailable')
    return failure.outcome === 'none'
      ? 'the database of versions is not available now; nothing was changed, try again'
      : 'the database of versions is not available now, and whether the order was carried out is not known; see the history'
  return failure.kind === 'not-found' ? 'there is nothing at this address' : 'the gateway failed; its log says why'
}

const explainPage = (failure: Failure): string => {
  if (failure.kind === 'not-found') return 'Not found\n'
  return 'Algo deu errado. Tente de novo em instantes.\n'
}

const API_TEXTS: Readonly<Record<number, string>> = {
  400: 'Não entendemos o pedido. Recarregue a página e tente de novo.',
  408: 'O pedido demorou demais para chegar. Tente de novo.',
  413: 'O pedido é grande demais.',
  415: 'O formato do pedido não é aceito.',
  429: 'Muitos pedidos ao mesmo tempo. Tente de novo em instantes.',
}

const explainApi = ({ status }: Failure): string =>
  API_TEXTS[status] ?? explainPage({ kind: 'unexpected', status: 500 })

const explain = (failure: Failure, request: FastifyRequest): string => {
  if (isOwn(request)) return explainOwn(failure)
  return isApi(request) ? explainApi(failure) : explainPage(failure)
}

/**
 * Sets how `app` checks its routes' schemas and answers failures: problem details (RFC 9457) under `/-/` and `/api/`, plain
 * text in Portuguese everywhere else.
 */
export const setErrorAnswers = (app: FastifyInstance): void => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { onError, onNotFound } = createErrorHandlers({
    explain: (failure, request) => ({ detail: explain(failure, request) }),
    send: (problem, reply, request) =>
      isOwn(request) || isApi(request) ? sendProblem(problem, reply) : sendProblemText(problem, reply),
  })
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
}
