import { createErrorHandlers, sendProblem, sendProblemText, type Failure } from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/** Addresses of the gateway itself, which programs ask; people see the answers of all others. */
const isOwn = ({ url }: FastifyRequest) => url.startsWith('/-/')

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

/**
 * Sets how `app` checks its routes' schemas and answers failures: problem details (RFC 9457) under `/-/`, plain text in
 * Portuguese everywhere else.
 */
export const setErrorAnswers = (app: FastifyInstance): void => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { onError, onNotFound } = createErrorHandlers({
    explain: (failure, request) => ({ detail: isOwn(request) ? explainOwn(failure) : explainPage(failure) }),
    send: (problem, reply, request) => (isOwn(request) ? sendProblem(problem, reply) : sendProblemText(problem, reply)),
  })
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
}
