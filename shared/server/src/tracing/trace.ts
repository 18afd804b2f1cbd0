import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomHex } from '../random-hex.ts'
import type { RequestSpan, SpanPlace, Tracing } from './tracing.ts'

export type Trace = {
  /** 32 hexadecimal digits, the same on all servers. */
  readonly id: string
  /** 16 hexadecimal digits: the request here. */
  readonly span: string
  /** `traceparent` for caused requests. */
  readonly parent: string
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/
const NOT_SAMPLED = '00'
const SAMPLED_BIT = 1

/** Machines call them every few seconds: their spans would hide people's (M-TRACE-6). */
const UNTRACED = new Set(['/livez', '/readyz', '/healthz', '/-/metrics'])

type Begun = Trace & { readonly recorded?: RequestSpan }

const BEGUN = Symbol('trace')
type Headed = Pick<IncomingMessage, 'headers' | 'url'> & { [BEGUN]?: Begun }

const callerOf = ({ headers: { traceparent } }: Headed): (SpanPlace & { readonly flags: string }) | undefined => {
  if (typeof traceparent !== 'string') return undefined
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, flags, sampled: (Number.parseInt(flags, 16) & SAMPLED_BIT) === SAMPLED_BIT }
}

const begin = (raw: Headed, tracing: Tracing | undefined): Begun => {
  const caller = callerOf(raw)
  const recorded = tracing && !UNTRACED.has(raw.url?.split('?', 1)[0] ?? '') ? tracing.begin(caller) : undefined
  const id = recorded?.traceId ?? caller?.traceId ?? randomHex(16)
  const span = recorded?.spanId ?? randomHex(8)
  const flags = recorded ? (recorded.sampled ? '01' : NOT_SAMPLED) : (caller?.flags ?? NOT_SAMPLED)
  return { id, span, parent: `00-${id}-${span}-${flags}`, ...(recorded && { recorded }) }
}

const begunOf = (raw: Headed, tracing?: Tracing): Begun => (raw[BEGUN] ??= begin(raw, tracing))

/** From the caller's `traceparent`, or new. The same for each call. */
export const traceOf = (raw: Headed): Trace => begunOf(raw)

export type TraceOptions = {
  readonly service: string
  /**
   * True to report an answer's time. `told`: `Server-Timing` of a server behind. False when the
   * time depends on a secret, such as a password.
   */
  readonly isTimed: (request: FastifyRequest, told: string) => boolean
  readonly tracing?: Tracing | undefined
}

/**
 * Adds `trace_id` and `span_id` to log lines, and `Server-Timing` to answers outside public caches.
 * Call it before routes (M-GATEWAY-12).
 */
export const traceRequests = (app: FastifyInstance, { service, isTimed, tracing }: TraceOptions): void => {
  app.setChildLoggerFactory((logger, bindings, options, raw) => {
    const { id, span } = begunOf(raw, tracing)
    return logger.child({ ...bindings, trace_id: id, span_id: span }, options)
  })
  if (tracing) recordRequests(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (String(reply.getHeader('cache-control')).startsWith('public')) return done()
    const told = String(reply.getHeader('server-timing') ?? '')
    const entries = told === '' ? [] : [told]
    if (isTimed(request, told)) entries.push(`${service};dur=${reply.elapsedTime.toFixed(1)}`)
    if (!told.includes('traceparent')) entries.push(`traceparent;desc="${begunOf(request.raw).parent}"`)
    reply.header('server-timing', entries.join(', '))
    done()
  })
}

const goOnUnderSpan = (request: FastifyRequest, _reply: unknown, done: () => void): void => {
  const span = begunOf(request.raw).recorded
  if (span) span.run(done)
  else done()
}

const recordRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', goOnUnderSpan)
  // A body that was read calls on from the socket's place, and not from the request's.
  app.addHook('preValidation', goOnUnderSpan)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, raw } = request
    begunOf(raw).recorded?.end({ method, route: routeOptions.url, status: reply.statusCode })
    done()
  })
}
