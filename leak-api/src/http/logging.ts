import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** Where log lines go; standard output by default. */
export type LogSink = { write(line: string): void }

// Only the path: the query may carry a signature or a token. Bodies and headers are never logged.
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/** Structured logs, one JSON object a line. */
export const loggerOptions = (level: string, sink?: LogSink): FastifyServerOptions['logger'] => ({
  level,
  ...(sink === undefined ? {} : { stream: sink }),
  base: { service: 'leak-api' },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url), ip: request.ip }),
    err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }),
  },
})
