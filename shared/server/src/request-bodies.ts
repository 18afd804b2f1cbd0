import type { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest } from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './client-address.ts'
import { createClientShares } from './client-shares.ts'

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /** The handler reads the body, within the request's time. */
    streamedBody?: true
  }
}

export type BodyOptions = {
  readonly bodyTimeoutMs: number
  readonly bodiesPerNetwork: number
  readonly maxBodies: number
}

/** Discards remaining bodies up to this size, and keeps the connection. */
const MAX_DISCARDED_BYTES = 64 * 1024
/** Read after an answer: some senders look for it only after their small file. */
const MAX_READ_AFTER_BYTES = 1024 * 1024
const AFTER_ANSWER_MS = 5000
const SENDING_ON_MS = 1000

class Refusal extends Error {
  readonly statusCode: number

  constructor(status: number, text: string) {
    super(text)
    this.statusCode = status
  }
}

export const refusal = (reply: FastifyReply, status: number, text: string): Refusal => {
  reply.header('connection', 'close')
  return new Refusal(status, text)
}

/**
 * Bounds clients' bodies.
 * - Unfinished bodies by network (429), and by time (408) unless streamed.
 * - Reads no body, and sends no 100 Continue, before `onRequest` hooks pass and the declared size fits
 *   (413).
 * - Sends early answers at once; the connection ends after a moment for the sender.
 */
export const guardBodies = (app: FastifyInstance, options: BodyOptions): void => {
  const bodies = createClientShares({ perClient: options.bodiesPerNetwork, total: options.maxBodies })
  const continues = holdContinues(app)

  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    const { raw } = request
    const giveBack = bodies.take(networkOf(request.ip), () => raw.destroy())
    if (giveBack === undefined) {
      reply.header('retry-after', '1')
      throw refusal(reply, 429, 'too many requests at a time')
    }
    raw.once('end', giveBack).once('close', giveBack)
    // Once it is answered, Node tells a request nothing of the end of its connection.
    reply.raw.once('close', giveBack)
    // Nobody reads it: the connection cannot be used for another request.
    if (BODYLESS.has(raw.method ?? '')) reply.header('connection', 'close')
    done()
  })

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done()
    const { config, bodyLimit } = request.routeOptions
    if (bodyLimit !== undefined && declaredBytes(request) > bodyLimit)
      throw refusal(reply, 413, 'the body is larger than this address takes')
    continues.send(request.raw, reply.raw)
    const late = () => refusal(reply, 408, 'the body did not arrive in time')
    done(null, config.streamedBody === true ? passOn(payload) : inTime(payload, options.bodyTimeoutMs, late))
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (!hasBody(request) || isWhole(request.raw)) return done()
    if (!continues.waits(request.raw) && declaredBytes(request) <= MAX_DISCARDED_BYTES) return done()
    reply.header('connection', 'close')
    const isText = typeof payload === 'string' && payload !== ''
    if (!isText || FREEING.has(reply.statusCode) || BODYLESS.has(request.method)) return done()
    reply.header('content-length', Buffer.byteLength(payload))
    done(null, Readable.from(thenDiscarded(payload, request.raw)))
  })
}

const BODYLESS = new Set(['GET', 'HEAD'])
const FREEING = new Set([408, 429])

const hasBody = ({ headers, raw }: FastifyRequest): boolean =>
  raw instanceof Http2ServerRequest
    ? !raw.stream.endAfterHeaders
    : headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? Number.NaN)

const isWhole = (raw: IncomingMessage): boolean => raw.complete || raw.readableEnded

const holdContinues = ({ server }: FastifyInstance) => {
  const waiting = new WeakSet<IncomingMessage>()
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  return {
    waits: (request: IncomingMessage) => waiting.has(request),
    send: (request: IncomingMessage, response: ServerResponse) => {
      if (waiting.delete(request)) response.writeContinue()
    },
  }
}

const passOn = (payload: Readable): PassThrough => {
  const passed = new PassThrough()
  // The reader may have turned away: it listens to no error then.
  passed.on('error', () => undefined)
  payload.once('error', (error) => passed.destroy(error))
  return payload.pipe(passed)
}

const inTime = (payload: Readable, ms: number, late: () => Error): Readable => {
  const arrived = passOn(payload)
  const timer = setTimeout(() => {
    payload.unpipe(arrived)
    arrived.destroy(late())
  }, ms).unref()
  const stop = () => clearTimeout(timer)
  payload.once('end', stop).once('close', stop)
  return arrived
}

async function* thenDiscarded(answer: string, body: Readable) {
  yield answer
  await discard(body)
}

const discard = (body: Readable): Promise<void> =>
  new Promise((resolve) => {
    let left = MAX_READ_AFTER_BYTES
    let timer = setTimeout(() => end(), AFTER_ANSWER_MS).unref()
    const read = (chunk: Buffer) => {
      left -= chunk.length
      if (left > 0) return
      body.off('data', read).pause()
      clearTimeout(timer)
      timer = setTimeout(() => end(), SENDING_ON_MS).unref()
    }
    const end = () => {
      clearTimeout(timer)
      body.off('data', read)
      resolve()
    }
    if (body.destroyed || body.readableEnded) return end()
    body.unpipe()
    body.on('data', read).once('end', end).once('close', end).once('error', end)
  })
