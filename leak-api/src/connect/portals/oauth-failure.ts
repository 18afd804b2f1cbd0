import { createErrorHandlers, Problem, sendProblem } from '@atalaia/server'
import type { FastifyReply } from 'fastify'
import { object, string } from 'zod/mini'
import { explainFailure } from '../../base/problems.ts'

export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  /** The operator suspended the client's organisation. */
  | 'access_denied'

export const oauthFailureSchema = object({ error: string(), error_description: string() })

type OAuthOptions = { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }

/** RFC 6749 section 5.2; `description` is for a portal's developer. */
export class OAuthFailure extends Problem {
  readonly code: OAuthCode

  constructor(code: OAuthCode, description: string, { status = 400, headers = {} }: OAuthOptions = {}) {
    super(status, description, {
      headers: {
        ...(status === 401 && { 'www-authenticate': 'Basic realm="token", charset="UTF-8"' }),
        ...headers,
      },
    })
    this.name = 'OAuthFailure'
    this.code = code
  }
}

const sendOAuth = ({ status, headers, code, detail }: OAuthFailure, reply: FastifyReply) =>
  reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: code, error_description: detail }))

const unreadable = (status: number) =>
  new OAuthFailure('invalid_request', 'send an application/x-www-form-urlencoded body, each parameter once', {
    status: status === 413 ? 413 : 400,
  })

/** Reports failures in OAuth's words, except server faults. */
export const { onError: onOAuthError } = createErrorHandlers({
  explain: explainFailure,
  send: (problem, reply) => {
    if (problem instanceof OAuthFailure) return sendOAuth(problem, reply)
    return problem.status >= 500 ? sendProblem(problem, reply) : sendOAuth(unreadable(problem.status), reply)
  },
})
