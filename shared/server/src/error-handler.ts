import { DatabaseError, DatabaseUnavailableError, type Unavailability } from '@atalaia/database'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem, sendProblem } from './problem.ts'

export type InvalidInput = { readonly pointer: string; readonly detail: string }

export type Failure =
  | { readonly kind: 'not-found'; readonly status: 404 }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'invalid'; readonly status: 400; readonly errors: readonly InvalidInput[] }
  /** No database, or overload. `outcome`: whether something may have changed. */
  | { readonly kind: 'unavailable'; readonly status: 503; readonly outcome: Unavailability['outcome'] }
  /** A server fault. Logged, never sent. */
  | { readonly kind: 'unexpected'; readonly status: 500 }

export type ErrorAnswers = {
  /** Text, status and type (RFC 9457) of a failure. Default: short English texts. */
  readonly explain?: (
    failure: Failure,
    request: FastifyRequest,
  ) => { readonly status?: number; readonly detail: string; readonly type?: string }
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

/** Seconds before a call without a database may be repeated. */
const RETRY_AFTER_S = 5
const MAX_INVALID_INPUTS = 5
const invalidSchema = z.object({
  validation: z.array(z.object({ instancePath: z.string(), message: z.string().optional() })),
  validationContext: z.string().optional(),
})
const statusSchema = z.object({ statusCode: z.int().min(400).max(499) })

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
  readonly onError: (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply
  readonly onNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/**
 * Turns every request failure into one answer.
 * - A {@link Problem} stays itself.
 * - Fastify's client errors keep their status.
 * - Input outside its schema gets 400 with `errors` by field.
 * - Text with a null character, which PostgreSQL refuses, gets 400.
 * - An unavailable database gets 503 and `Retry-After`.
 * - Everything else gets 500 without details.
 * Failures from 500 are logged once, with their cause.
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
