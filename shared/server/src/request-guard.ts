import { codeOf } from '@atalaia/cli/base'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import { constants, Http2ServerRequest } from 'node:http2'
import type { Server as NetServer, Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, FastifyHttpOptions, FastifyReply } from 'fastify'
import { networkOf, trustFunction, type TrustProxy } from './client-address.ts'
import { INERT_HEADERS } from './content-policy.ts'
import { createClientShares } from './client-shares.ts'
import { answerInTurn } from './pipelining.ts'
import { Problem, problemBody, PROBLEM_MEDIA_TYPE, sendProblem } from './problem.ts'
import { guardBodies, refusal } from './request-bodies.ts'
import { isHostReadable } from './request-host.ts'

const HEADERS_TIMEOUT_MS = 10_000
const CHECK_INTERVAL_MS = 1000
const SILENCE_TIMEOUT_MS = 60_000
const MAX_REQUESTS_PER_CONNECTION = 1000

const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** Linux's default maximum. Beyond it, clients try again after a second. */
export const LISTEN_BACKLOG = 4096

const refuseAddress: NonNullable<FastifyHttpOptions<Server>['frameworkErrors']> = (error, _request, reply) => {
  const status = error.statusCode ?? 400
  const text = status === 414 ? 'a part of the address is too long' : 'the address cannot be read'
  if (reply.request.raw.httpVersionMajor === 1) reply.header('connection', 'close')
  reply.headers(INERT_HEADERS)
  sendProblem<FastifyReply>(new Problem(status, text), reply)
}

const UNREADABLE_HEADERS = Object.entries({ ...INERT_HEADERS, 'content-type': `${PROBLEM_MEDIA_TYPE}; charset=utf-8` })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

const refuseUnreadable = (error: Error, socket: Socket): void => {
  const code = codeOf(error) ?? ''
  if (code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy(error)
  const status = CLIENT_ERRORS[code] ?? 400
  const text = status === 408 ? 'the request did not arrive in time' : 'the request cannot be read'
  const body = JSON.stringify(problemBody(new Problem(status, text)))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${UNREADABLE_HEADERS}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/**
 * Headers in 10 s, a request in `requestTimeoutMs`, 60 s of silence during a
 * request, 1,000 requests on a connection. Unreadable requests get a problem.
 */
export const connectionOptions = (requestTimeoutMs: number) =>
  ({
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    maxRequestsPerSocket: MAX_REQUESTS_PER_CONNECTION,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: refuseAddress,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
  }) satisfies FastifyHttpOptions<Server>

export type RequestGuardOptions = {
  readonly trustProxy: TrustProxy
  /** Of every answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: 10 s. */
  readonly bodyTimeoutMs?: number
  /** Unfinished bodies. Default: 128. */
  readonly bodiesPerNetwork?: number
  /** Unfinished bodies of all networks. Default: 4096. */
  readonly maxBodies?: number
  /** Excepts trusted proxies. Default: 4096. */
  readonly connectionsPerNetwork?: number
  /** Excepts trusted proxies. Default: 16,384. */
  readonly maxConnections?: number
  /** HTTP/2 requests under way. Default: 512. */
  readonly streamsPerNetwork?: number
  /** HTTP/2 requests under way. Default: 8192. */
  readonly maxStreams?: number
  /** Time to take an answer. Default: 5 min. */
  readonly answerTimeoutMs?: number
}

const BODY_TIMEOUT_MS = 10_000
const BODIES_PER_NETWORK = 128
const MAX_BODIES = 4096
const CONNECTIONS_PER_NETWORK = 4096
const MAX_CONNECTIONS = 16_384
const ANSWER_TIMEOUT_MS = 300_000
const STREAMS_PER_NETWORK = 512
const MAX_STREAMS = 8192
/** Bytes over HTTP/1.1; over HTTP/2, Node takes four times more. */
export const MAX_HEADER_BYTES = 16 * 1024

/**
 * Bounds a client's share: connections and unfinished bodies by network (`networkOf`), times of
 * bodies and answers, requests sent ahead ({@link answerInTurn}). Excess gets 429, late bodies 408,
 * and the connection ends; excess connections end at once. Two `Host` headers or an unreadable one
 * get 400 (RFC 9112, section 3.2). Adds {@link INERT_HEADERS} to every answer. Closing, ends
 * connections with their answers (M-HEALTH-85). Call it first.
 */
export const guardRequests = (app: FastifyInstance, options: RequestGuardOptions): void => {
  const { bodyTimeoutMs = BODY_TIMEOUT_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options
  const { bodiesPerNetwork = BODIES_PER_NETWORK, maxBodies = MAX_BODIES } = options
  // No hook of each request returns a promise: those of a page cost a tenth of it.
  const headers = { ...INERT_HEADERS, ...options.headers }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  boundConnections(app.server, options)
  answerInTurn(app)
  boundStreams(app, options)
  app.addHook('onRequest', (request, reply, done) => {
    if (hostsOf(request) > 1) throw refusal(reply, 400, 'a request has one Host')
    if (!isHostReadable(request)) throw refusal(reply, 400, 'Host is a host and its port')
    done()
  })
  guardBodies(app, { bodyTimeoutMs, bodiesPerNetwork, maxBodies })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    // For an answer whose headers have gone; 0 would be no limit.
    app.server.keepAliveTimeout = 1
  })
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    // It ends a connection of HTTP/1.1; that of HTTP/2 goes on, and the stream ends alone.
    if (raw.httpVersionMajor > 1) reply.removeHeader('connection')
    else if (isClosing) reply.header('connection', 'close')
    endUnread(reply.raw, answerTimeoutMs)
    done(null, raw instanceof Http2ServerRequest && raw.stream.destroyed ? closed(payload) : payload)
  })
}

const closed = (payload: unknown): '' => {
  if (payload instanceof Readable) payload.destroy()
  return ''
}

const HOST_NAME = /^(host|:authority)$/i

const hostsOf = ({ raw }: FastifyRequest): number => {
  const named = raw.rawHeaders.filter((name, index) => index % 2 === 0 && HOST_NAME.test(name)).length
  const { host, ':authority': authority } = raw.headers
  return authority !== undefined && authority === host ? named - 1 : named
}

const endUnread = (response: ServerResponse, ms: number): void => {
  const timer = setTimeout(() => response.destroy(), ms).unref()
  response.once('close', () => clearTimeout(timer))
}

/** Refuses connections beyond {@link RequestGuardOptions}. `server`: TCP, or TLS before its handshake. */
export const boundConnections = (
  server: Pick<NetServer, 'on'>,
  options: Pick<RequestGuardOptions, 'trustProxy' | 'connectionsPerNetwork' | 'maxConnections'>,
): void => {
  const { connectionsPerNetwork = CONNECTIONS_PER_NETWORK, maxConnections = MAX_CONNECTIONS } = options
  const isProxy = trustFunction(options.trustProxy)
  const connections = createClientShares({ perClient: connectionsPerNetwork, total: maxConnections })
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress !== undefined && isProxy !== false && isProxy(remoteAddress, 0)) return
    const giveBack = connections.take(networkOf(remoteAddress), () => socket.destroy())
    if (giveBack === undefined) socket.destroy()
    else socket.once('close', giveBack)
  })
}

/**
 * Bounds HTTP/2 requests under way, since a connection has many. Excess gets 429. A request
 * answered before its body arrives is ended: its connection stays.
 */
const boundStreams = (app: FastifyInstance, options: RequestGuardOptions): void => {
  const { streamsPerNetwork = STREAMS_PER_NETWORK, maxStreams = MAX_STREAMS } = options
  const streams = createClientShares({ perClient: streamsPerNetwork, total: maxStreams })
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!(raw instanceof Http2ServerRequest)) return done()
    const { stream } = raw
    if (raw.rawHeaders.join('').length > MAX_HEADER_BYTES) throw refusal(reply, 431, 'the headers are too large')
    const giveBack = streams.take(networkOf(request.ip), () => stream.close(constants.NGHTTP2_REFUSED_STREAM))
    if (giveBack === undefined) {
      reply.header('retry-after', '1')
      throw refusal(reply, 429, 'too many requests at a time')
    }
    stream.once('close', giveBack)
    if (stream.closed) giveBack()
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw instanceof Http2ServerRequest && !raw.complete) raw.stream.close(constants.NGHTTP2_NO_ERROR)
    done()
  })
}
