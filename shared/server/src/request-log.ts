import { codeOf } from '@atalaia/cli/base'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { LogLevel } from './settings.ts'

/** The destination of log lines. */
export type LogSink = { write(line: string): void }

export type LogOptions = {
  /** Default: `info`. */
  readonly level?: LogLevel | undefined
  /** The server's name, on each line as `service`. */
  readonly service: string
  /** Default: standard output. */
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

/** The path without its query; a part with an e-mail address in it is a star (M-PRIVACY-5, M-PRIVACY-8). */
const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').replaceAll(/[^/]*(?:@|%40)[^/]*/gi, '*')

/**
 * Fastify's `logger` option: one JSON object a line (pino).
 *
 * A request is logged by method, path and address. Its query is not, because it may carry a signature or a token; nor
 * are e-mail addresses in its path, headers (authorization, cookies) and bodies. An error is logged by name, text,
 * stack, code and up to three causes; other fields of it, such as PostgreSQL's `detail` with a row's values, are not
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
