import { DatabaseError, DatabaseUnavailableError, type Unavailability } from '@atalaia/database'
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
  /** The database is away or overloaded. `outcome` says whether something may have been changed nevertheless. */
  | { readonly kind: 'unavailable'; readonly status: 503; readonly outcome: Unavailability['outcome'] }
  /** A fault of the server. Its cause is logged and never told. */
  | { readonly kind: 'unexpected'; readonly status: 500 }

export type ErrorAnswers = {
  /** The text of a failure, its status where that differs, and its type (RFC 9457). Default: short English texts, no type. */
  readonly explain?: (
    failure: Failure,
    request: FastifyRequest,
  ) => { readonly status?: number; readonly detail: string; readonly type?: string }
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
    case 'unavailable':
      return failure.outcome === 'none'
        ? 'the database is not available now; nothing was changed, try again'
        : 'the database is not available now, and whether anything was changed is not known; look before trying again'
    case 'unexpected':
      return 'the server failed; its log has the cause'
  }
}

/** Seconds after which a call that found no database may be repeated. */
const RETRY_AFTER_S = 5
const MAX_INVALID_INPUTS = 5
const invalidSchema = z.object({
  validation: z.array(z.object({ instancePath: z.string(), message: z.string().optional() })),
  validationContext: z.string().optional(),
})
const statusSchema = z.object({ statusCode: z.int().min(400).max(499) })

/** SQLSTATEs of a text that PostgreSQL cannot hold: a null character in it, or in JSON. Nothing of ours makes one. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05'])

const failureOf = (error: unknown): Failure => {
  if (error instanceof DatabaseUnavailableError) return { kind: 'unavailable', status: 503, outcome: error.outcome }
  if (error instanceof DatabaseError && UNSTORABLE_TEXT.has(error.code ?? ''))
    return { kind: 'refused', status: 400, message: 'a text has a character that cannot be stored' }
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
 * - A text that PostgreSQL cannot hold, because of a null character in it, is answered with 400.
 * - A database that is not available is answered with 503 and `Retry-After`.
 * - Everything else is answered with 500 and no detail of the fault.
 *
 * A failure with a status of 500 or above is logged once, with its cause.
 */
export const createErrorHandlers = ({ explain, send = sendProblem }: ErrorAnswers = {}): ErrorHandlers => {
  const describe = (failure: Failure, request: FastifyRequest, cause?: unknown): Problem => {
    const { status = failure.status, detail, ...typed } = explain?.(failure, request) ?? { detail: detailOf(failure) }
    const extensions = failure.kind === 'invalid' ? { errors: failure.errors } : {}
    const problem = { ...typed, extensions, cause }
    return failure.kind === 'unavailable'
      ? new Problem(status, detail, { ...problem, headers: { 'retry-after': String(RETRY_AFTER_S) } })
      : new Problem(status, detail, problem)
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
