import { STATUS_CODES } from 'node:http'
import { z } from 'zod'

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** The body of a failure (RFC 9457). `message` repeats `detail` for clients that were written before. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
})
export type ProblemBody = z.infer<typeof problemSchema>

export type ProblemOptions = {
  /** A URI that names the kind of problem. Default: `about:blank`, the status says it all. */
  readonly type?: string
  /** Further members of the body, such as `reasons`. They cannot replace the standard ones. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** Headers of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The underlying error; logged when the status is 500 or above, never sent. */
  readonly cause?: unknown
}

/**
 * An expected failure of a request. `detail` is written for the reader of the answer: it says what happened and what to
 * do. Thrown by a handler or a hook, and answered by the error handler.
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

/** The problem as the body of an answer. */
export const problemBody = ({ extensions, type, status, detail }: Problem): ProblemBody => ({
  ...extensions,
  type,
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail,
  message: detail,
})

/** A reply of Fastify, over HTTP/1.1 or HTTP/2, as far as a failure is written into it. */
export type FailureReply = {
  code(status: number): FailureReply
  headers(values: Readonly<Record<string, string>>): FailureReply
  type(mediaType: string): FailureReply
  serializer(serialize: (payload: unknown) => string): FailureReply
  send(body: string): unknown
}

/** Writes a failure as it is, past the response schema and the serializer of the route. */
export const sendFailure = <Reply extends FailureReply>(
  { status, headers }: Problem,
  reply: Reply,
  mediaType: string,
  body: string,
): Reply => {
  reply.code(status).headers(headers).type(`${mediaType}; charset=utf-8`).serializer(String).send(body)
  return reply
}

/** Answers with `problem` as `application/problem+json`. */
export const sendProblem = <Reply extends FailureReply>(problem: Problem, reply: Reply): Reply =>
  sendFailure(problem, reply, PROBLEM_MEDIA_TYPE, JSON.stringify(problemBody(problem)))

/** Answers with the problem's detail as plain text, for a caller that shows the body as it is. */
export const sendProblemText = <Reply extends FailureReply>(problem: Problem, reply: Reply): Reply =>
  sendFailure(problem, reply, 'text/plain', problem.detail)
