import { STATUS_CODES } from 'node:http'
import { z } from 'zod'

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** RFC 9457. `message` repeats `detail` for older clients. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
})
export type ProblemBody = z.infer<typeof problemSchema>

export type ProblemOptions = {
  /** A URI for the kind. Default: `about:blank`, the status alone. */
  readonly type?: string
  /** More members, such as `reasons`, except the standard ones. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** Such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * An expected failure. `detail` informs the reader: what happened and what to do. The error handler
 * answers it.
 */
export class Problem extends Error {
  readonly status: number
  readonly detail: string
  readonly type: string
  readonly extensions: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, options: ProblemOptions = {}) {
    const { type = 'about:blank', extensions = {}, headers = {} } = options
    super(detail, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'Problem'
    this.status = status
    this.detail = detail
    this.type = type
    this.extensions = extensions
    this.headers = headers
  }
}

export const problemBody = ({ extensions, type, status, detail }: Problem): ProblemBody => ({
  ...extensions,
  type,
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail,
  message: detail,
})

export type FailureReply = {
  code(status: number): FailureReply
  headers(values: Readonly<Record<string, string>>): FailureReply
  type(mediaType: string): FailureReply
  serializer(serialize: (payload: unknown) => string): FailureReply
  send(body: string): unknown
}

/** Bypasses the route's response schema and serializer. */
export const sendFailure = <Reply extends FailureReply>(
  { status, headers }: Problem,
  reply: Reply,
  mediaType: string,
  body: string,
): Reply => {
  reply.code(status).headers(headers).type(`${mediaType}; charset=utf-8`).serializer(String).send(body)
  return reply
}

export const sendProblem = <Reply extends FailureReply>(problem: Problem, reply: Reply): Reply =>
  sendFailure(problem, reply, PROBLEM_MEDIA_TYPE, JSON.stringify(problemBody(problem)))

/** Sends the detail as plain text, for callers that show the body. */
export const sendProblemText = <Reply extends FailureReply>(problem: Problem, reply: Reply): Reply =>
  sendFailure(problem, reply, 'text/plain', problem.detail)
