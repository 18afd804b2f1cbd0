import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorHandler } from '../http/error-handler.ts'
import { Problem } from '../http/problem.ts'

export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

/** A failure of the token endpoint (RFC 6749 section 5.2); the description is for whoever builds a portal. */
export class OAuthFailure extends Error {
  readonly code: OAuthCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: OAuthCode, description: string, { status = 400, retryAfterSeconds }: OAuthExtra = {}) {
    super(description)
    this.name = 'OAuthFailure'
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}
type OAuthExtra = { readonly status?: number; readonly retryAfterSeconds?: number }

const send = (reply: FastifyReply, failure: OAuthFailure) => {
  if (failure.status === 401) reply.header('www-authenticate', 'Basic realm="token", charset="UTF-8"')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
  return reply.code(failure.status).send({ error: failure.code, error_description: failure.message })
}

export const oauthErrorHandler = (
  error: FastifyError | Problem | OAuthFailure,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  if (error instanceof OAuthFailure) return send(reply, error)
  const status = error.statusCode ?? 500
  if (error instanceof Problem || status >= 500) return errorHandler(error, request, reply)
  return send(
    reply,
    new OAuthFailure('invalid_request', 'send an application/x-www-form-urlencoded body, each parameter once', {
      status: status === 413 ? 413 : 400,
    }),
  )
}
