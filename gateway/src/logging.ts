import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { LogLevel } from './config.ts'

/** Structured lines. An address is logged without its query, which may carry a token or a signature. */
export const loggerOptions = (level: LogLevel): FastifyServerOptions['logger'] => ({
  level,
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?', 1)[0], ip }),
  },
})
