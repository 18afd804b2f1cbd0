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
/** Longer than the API may take for an answer. */
const SILENCE_TIMEOUT_MS = 60_000
const MAX_REQUESTS_PER_CONNECTION = 1000

const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Connections that the system takes up before the server gets to them: the most that Linux allows by default. Beyond them
 * it drops the first packet of a connection, and its client tries again after a second.
 */
export const LISTEN_BACKLOG = 4096

/** Answers an address that cannot be decoded, or a part of one that is too long; the hooks do not see such a request. */
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

/** Answers a request that cannot be read as HTTP, or not in time, and ends its connection. */
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
 * Fastify's options for connections: headers in 10 s, a whole request in `requestTimeoutMs`, no connection on which
 * nothing moves for 60 s while a request is under way, and at most 1,000 requests on one connection. Requests that
 * cannot be read are answered with a problem.
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
  /** Time for a whole body. Default: 10 s. */
  readonly bodyTimeoutMs?: number
  /** Bodies of one network that are not whole yet. Default: 128. */
  readonly bodiesPerNetwork?: number
  /** Such bodies of all networks. Default: 4096. */
  readonly maxBodies?: number
  /** Connections of one network, proxies that are believed excepted. Default: 4096. */
  readonly connectionsPerNetwork?: number
  /** Connections of all networks, with the same exception. Default: 16,384. */
  readonly maxConnections?: number
  /** Requests over HTTP/2 of one network that are under way. Default: 512. */
  readonly streamsPerNetwork?: number
  /** Such requests of all networks. Default: 8192. */
  readonly maxStreams?: number
  /** Time in which a client has to take an answer. Default: 5 min. */
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
/** Bytes of the headers of one request, as Node allows over HTTP/1.1; over HTTP/2 it takes four times as much. */
export const MAX_HEADER_BYTES = 16 * 1024

/**
 * Bounds what one client can hold of a server: its connections and unfinished bodies by network (`networkOf`), the time
 * of a body and of an answer, and requests that are sent before the answer to the one before ({@link answerInTurn}). A client beyond its share is refused with 429, a body that is late with 408, and the
 * connection ends; connections beyond the share end at once. A request with two `Host` headers, or with one that is no
 * host and port, is refused with 400 (RFC 9112, section 3.2). Gives every answer {@link INERT_HEADERS}, its own refusals
 * too. Called before other hooks and routes are added.
 */
export const guardRequests = (app: FastifyInstance, options: RequestGuardOptions): void => {
  const { bodyTimeoutMs = BODY_TIMEOUT_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options
  const { bodiesPerNetwork = BODIES_PER_NETWORK, maxBodies = MAX_BODIES } = options
  app.addHook('onRequest', async (_request, reply) => void reply.headers(INERT_HEADERS))
  boundConnections(app.server, options)
  answerInTurn(app)
  boundStreams(app, options)
  app.addHook('onRequest', async (request, reply) => {
    if (hostsOf(request) > 1) throw refusal(reply, 400, 'a request has one Host')
    if (!isHostReadable(request)) throw refusal(reply, 400, 'Host is a host and its port')
  })
  guardBodies(app, { bodyTimeoutMs, bodiesPerNetwork, maxBodies })
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // It ends a connection of HTTP/1.1; that of HTTP/2 goes on, and the stream ends alone.
    if (raw.httpVersionMajor > 1) reply.removeHeader('connection')
    endUnread(reply.raw, answerTimeoutMs)
    return raw instanceof Http2ServerRequest && raw.stream.destroyed ? closed(payload) : payload
  })
}

/**
 * Closes what was opened for a request over HTTP/2 whose client has gone meanwhile: Fastify would wait for the end of its
 * stream, which is over.
 */
const closed = (payload: unknown): '' => {
  if (payload instanceof Readable) payload.destroy()
  return ''
}

/** The different hosts that a request names; each `Host` header counts, because two servers may take two of them. */
const hostsOf = ({ raw }: FastifyRequest): number => {
  const named = raw.rawHeaders.filter((_text, index) => {
    const name = raw.rawHeaders[index - 1]?.toLowerCase()
    return index % 2 === 1 && (name === 'host' || name === ':authority')
  })
  const { host, ':authority': authority } = raw.headers
  return authority !== undefined && authority === host ? named.length - 1 : named.length
}

/** Ends the connection of a client that does not take its answer. */
const endUnread = (response: ServerResponse, ms: number): void => {
  const timer = setTimeout(() => response.destroy(), ms).unref()
  response.once('close', () => clearTimeout(timer))
}

/** Refuses connections beyond the shares of {@link RequestGuardOptions}. `server` is TCP's, or TLS's before its handshake. */
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
 * Bounds the requests over HTTP/2 that are under way, of which one connection has many: a client beyond its share gets 429. One that is
 * answered before its body has come ends, because its connection goes on.
 */
const boundStreams = (app: FastifyInstance, options: RequestGuardOptions): void => {
  const { streamsPerNetwork = STREAMS_PER_NETWORK, maxStreams = MAX_STREAMS } = options
  const streams = createClientShares({ perClient: streamsPerNetwork, total: maxStreams })
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (!(raw instanceof Http2ServerRequest)) return
    const { stream } = raw
    if (raw.rawHeaders.join('').length > MAX_HEADER_BYTES) throw refusal(reply, 431, 'the headers are too large')
    const giveBack = streams.take(networkOf(request.ip), () => stream.close(constants.NGHTTP2_REFUSED_STREAM))
    if (giveBack === undefined) {
      reply.header('retry-after', '1')
      throw refusal(reply, 429, 'too many requests at a time')
    }
    stream.once('close', giveBack)
    if (stream.closed) giveBack()
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (raw instanceof Http2ServerRequest && !raw.complete) raw.stream.close(constants.NGHTTP2_NO_ERROR)
  })
}
