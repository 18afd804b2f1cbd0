import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The request's place in a trace (W3C Trace Context). */
export type Trace = {
  /** 32 hexadecimal digits, the same on all servers that a request passes. */
  readonly id: string
  /** The value of `traceparent` for requests that this one causes. */
  readonly parent: string
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})$/
const NOT_SAMPLED = '00'

type Headed = Pick<IncomingMessage, 'headers'>

const traces = new WeakMap<Headed, Trace>()

/** The trace that the caller's `traceparent` names; a new one without a valid header. The same for each call. */
export const traceOf = (raw: Headed): Trace => {
  const known = traces.get(raw)
  if (known) return known
  const { traceparent } = raw.headers
  const [, caller, flags = NOT_SAMPLED] = TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '') ?? []
  const id = caller ?? randomBytes(16).toString('hex')
  const made = { id, parent: `00-${id}-${randomBytes(8).toString('hex')}-${flags}` }
  traces.set(raw, made)
  return made
}

export type TraceOptions = {
  /** The server's name in `Server-Timing`. */
  readonly service: string
  /**
   * Whether the answer tells how long it took. `told` is the `Server-Timing` of a server behind this one. Not where the
   * time depends on a secret, such as a password: without the network's noise a caller could read it.
   */
  readonly isTimed: (request: FastifyRequest, told: string) => boolean
}

/**
 * Puts the trace of a request on each of its log lines, as `trace`, and into `Server-Timing` of each answer that no public
 * cache keeps. Called before routes are added.
 */
export const traceRequests = (app: FastifyInstance, { service, isTimed }: TraceOptions): void => {
  app.setChildLoggerFactory((logger, bindings, options, raw) =>
    logger.child({ ...bindings, trace: traceOf(raw).id }, options),
  )
  app.addHook('onSend', async (request, reply) => {
    if (String(reply.getHeader('cache-control')).startsWith('public')) return
    const told = [reply.getHeader('server-timing') ?? []].flat().join(', ')
    const entries = [
      told,
      isTimed(request, told) ? `${service};dur=${reply.elapsedTime.toFixed(1)}` : '',
      told.includes('traceparent') ? '' : `traceparent;desc="${traceOf(request.raw).parent}"`,
    ]
    reply.header('server-timing', entries.filter((entry) => entry !== '').join(', '))
  })
}
