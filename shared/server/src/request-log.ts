import { codeOf } from '@atalaia/cli/base'
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { LogLevel } from './settings.ts'

export type LogSink = { write(line: string): void }

export type LogOptions = {
  readonly level?: LogLevel | undefined
  /** Name of the server on each line. */
  readonly service: string
  readonly sink?: LogSink | undefined
}

type LoggedError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

const MAX_CAUSES = 3
/** pino's number. */
const WARN = 40

const errorFacts = (error: Error, causes = MAX_CAUSES): LoggedError => {
  const code = codeOf(error)
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(code !== undefined && { code }),
    ...(causes > 0 && error.cause instanceof Error && { cause: errorFacts(error.cause, causes - 1) }),
  }
}

/**
 * Drops query and fragment, also where a mail scanner encoded their sign: they have the token of a
 * mail's link. A part with an e-mail address becomes a star (M-PRIVACY-2, M-PRIVACY-5, M-PRIVACY-8).
 */
const pathOf = (url: string): string =>
  (url.split(/[?#]|%3f|%23/i, 1)[0] ?? '').replaceAll(/[^/]*(?:@|%40)[^/]*/gi, '*')

/**
 * One JSON object a line (pino). Logs method, path and address of a request. Never logs queries
 * (signatures, tokens), e-mail addresses in paths, headers or bodies. Logs errors by name, text,
 * stack, code and three causes, without further fields, such as PostgreSQL's `detail`
 * (M-PRIVACY-2).
 */
export const loggerOptions = ({ level = 'info', service, sink }: LogOptions): FastifyServerOptions['logger'] => ({
  level,
  ...(sink && { stream: sink }),
  base: { service },
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), ip }),
    err: (error: Error) => errorFacts(error),
  },
})

class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status, elapsedTime } = reply
    const facts = { req: request, status, ms: Math.round(elapsedTime), ...(error && { err: error }) }
    request.log.info(facts, 'request')
  }
}

/** Method, path, address, status and milliseconds (M-LOG-1). */
export const oneLineLog = (): LogController => new OneLine()

/** On standard error. */
export const warnLine = (service: string, msg: string): void =>
  void process.stderr.write(`${JSON.stringify({ level: WARN, time: Date.now(), service, msg })}\n`)
