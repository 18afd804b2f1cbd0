import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem, sendProblem } from './problem.ts'

/** One input that does not fit its schema: where it is (JSON Pointer, RFC 6901) and what is wrong with it. */
export type InvalidInput = { readonly pointer: string; readonly detail: string }

/** A failure that nobody has described yet. */
export type Failure =
  | { readonly kind: 'not-found'; readonly status: 404 }
  /** Fastify refused the request: too large, not JSON, a media type it does not take. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** The request does not fit the schema of its route. */
  | { readonly kind: 'invalid'; readonly status: 400; readonly errors: readonly InvalidInput[] }
  /** A fault of the server. Its cause is logged and never told. */
  | { readonly kind: 'unexpected'; readonly status: 500 }

export type ErrorAnswers = {
  /** The text of a failure, and its status where that differs. Default: short English texts. */
  readonly explain?: (
    failure: Failure,
    request: FastifyRequest,
  ) => { readonly status?: number; readonly detail: string }
  /** Writes the answer. Default: {@link sendProblem}. */
  readonly send?: (problem: Problem, reply: FastifyReply, request: FastifyRequest) => FastifyReply
}

const detailOf = (failure: Failure): string => {
  switch (failure.kind) {
    case 'not-found':
      return 'there is nothing at this address'
    case 'refused':
      return failure.message
    case 'invalid':
      return failure.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ')
    case 'unexpected':
      return 'the server failed; its log has the cause'
  }
}

const MAX_INVALID_INPUTS = 5
const invalidSchema = z.object({
  validation: z.array(z.object({ instancePath: z.string(), message: z.string().optional() })),
  validationContext: z.string().optional(),
})
const statusSchema = z.object({ statusCode: z.int().min(400).max(499) })

const failureOf = (error: unknown): Failure => {
  const invalid = invalidSchema.safeParse(error)
  if (invalid.success) {
    const { validation, validationContext = 'body' } = invalid.data
    const errors = validation.slice(0, MAX_INVALID_INPUTS).map(({ instancePath, message = 'is invalid' }) => ({
      pointer: `/${validationContext}${instancePath}`,
      detail: message,
    }))
    return { kind: 'invalid', status: 400, errors }
  }
  const refused = statusSchema.safeParse(error)
  if (!refused.success) return { kind: 'unexpected', status: 500 }
  return { kind: 'refused', status: refused.data.statusCode, message: error instanceof Error ? error.message : '' }
}

export type ErrorHandlers = {
  /** For `app.setErrorHandler`. */
  readonly onError: (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply
  /** For `app.setNotFoundHandler`. */
  readonly onNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/**
 * Turns everything that a request can fail with into one answer.
 *
 * - A {@link Problem} is answered as it is.
 * - A client's error that Fastify raised keeps its status.
 * - Input that does not fit its schema is answered with 400 and the member `errors`, which names each field.
 * - Everything else is answered with 500 and no detail of the fault.
 *
 * A failure with a status of 500 or above is logged once, with its cause.
 */
export const createErrorHandlers = ({ explain, send = sendProblem }: ErrorAnswers = {}): ErrorHandlers => {
  const describe = (failure: Failure, request: FastifyRequest, cause?: unknown): Problem => {
    const { status = failure.status, detail } = explain?.(failure, request) ?? { detail: detailOf(failure) }
    const extensions = failure.kind === 'invalid' ? { errors: failure.errors } : {}
    return new Problem(status, detail, { extensions, cause })
  }
  return {
    onError: (error, request, reply) => {
      const problem = error instanceof Problem ? error : describe(failureOf(error), request, error)
      if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, 'request failed')
      return send(problem, reply, request)
    },
    onNotFound: (request, reply) => send(describe({ kind: 'not-found', status: 404 }, request), reply, request),
  }
}
