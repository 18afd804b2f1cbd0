import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { FastifyInstance } from 'fastify'
import {
  boundConnections,
  connectionOptions,
  LISTEN_BACKLOG,
  MAX_HEADER_BYTES,
  type RequestGuardOptions,
} from './request-guard.ts'

export type SecureServerOptions = Pick<
  RequestGuardOptions,
  'trustProxy' | 'connectionsPerNetwork' | 'maxConnections'
> & {
  /** Certificates and key, in PEM. */
  readonly cert: string
  readonly key: string
  /** Time for a whole request over HTTP/1.1. */
  readonly requestTimeoutMs: number
  /** Time in which a connection has to send its first request. Default: 10 s. */
  readonly firstRequestMs?: number
  /** Time after which a connection without a request under way is closed, whatever else it sends. Default: 60 s. */
  readonly idleMs?: number
}

const FIRST_REQUEST_MS = 10_000
const IDLE_MS = 60_000
const HANDSHAKE_MS = 10_000

const MAX_STREAMS = 64
/** As many as a page asks for and drops at once; more, and faster, end the connection (CVE-2023-44487). */
const RESETS = { streamResetBurst: 200, streamResetRate: 33 }
/** For each connection: frames that Node counts before it ends it, in place of its own limits that are higher. */
const FRAMES = { maxSettings: 16, maxOutstandingPings: 5, maxSessionInvalidFrames: 50, maxSessionRejectedStreams: 50 }
/** Megabytes of one connection: headers, and answers that wait to be taken. */
const MAX_SESSION_MEGABYTES = 4

/**
 * A server over TLS that speaks HTTP/2, and HTTP/1.1 to clients that do not, and hands its requests to `app`, whose own
 * server does not listen (M-GATEWAY-13). The bounds of `guardRequests` hold for it. A connection has at most 64
 * requests at a time and 1,000 in all, and ends when it resets, settles or pings more than a browser does.
 */
const createSecure = (app: FastifyInstance, options: SecureServerOptions): Http2SecureServer => {
  const { cert, key, requestTimeoutMs, firstRequestMs = FIRST_REQUEST_MS, idleMs = IDLE_MS } = options
  const { http, requestTimeout, connectionTimeout, maxRequestsPerSocket } = connectionOptions(requestTimeoutMs)
  const secure = createSecureServer({
    cert,
    key,
    allowHTTP1: true,
    handshakeTimeout: HANDSHAKE_MS,
    settings: { enablePush: false, maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
    maxSessionMemory: MAX_SESSION_MEGABYTES,
    ...RESETS,
    ...FRAMES,
  })
  // Those that its own options do not take, for HTTP/1.1.
  Object.assign(secure, { ...http, requestTimeout, maxRequestsPerSocket })
  secure.setTimeout(connectionTimeout)
  boundConnections(secure, options)
  for (const event of ['request', 'checkContinue', 'clientError'])
    secure.on(event, (...facts: unknown[]) => void app.server.emit(event, ...facts))
  secure.on('session', (session) =>
    boundSession(session, { firstRequestMs, idleMs, maxRequests: maxRequestsPerSocket }),
  )
  return secure
}

type SessionBounds = { readonly firstRequestMs: number; readonly idleMs: number; readonly maxRequests: number }

/** Closes a session that asks for nothing, whatever keeps it busy, and one that has asked often enough. */
const boundSession = (session: ServerHttp2Session, { firstRequestMs, idleMs, maxRequests }: SessionBounds): void => {
  let underWay = 0
  let requests = 0
  let timer = setTimeout(() => session.destroy(), firstRequestMs).unref()
  session.on('stream', (stream) => {
    clearTimeout(timer)
    underWay += 1
    requests += 1
    if (requests === maxRequests) session.close()
    stream.once('close', () => {
      underWay -= 1
      clearTimeout(timer)
      if (underWay === 0 && !session.destroyed) timer = setTimeout(() => session.destroy(), idleMs).unref()
    })
  })
  session.once('close', () => clearTimeout(timer))
  // Its socket ends with it; the log would have a line for each attack.
  session.on('error', () => undefined)
}

/** A server that listens at `url`. `close` takes no more requests, and resolves when those under way are answered. */
export type ListeningSecure = { readonly url: string; close(): Promise<void> }

/** Makes `app` ready, and listens for it. */
export const listenSecure = async (
  app: FastifyInstance,
  options: SecureServerOptions & { readonly port: number; readonly host: string },
): Promise<ListeningSecure> => {
  await app.ready()
  const secure = createSecure(app, options)
  await new Promise<void>((resolve, reject) => {
    secure.once('error', reject)
    secure.listen({ port: options.port, host: options.host, backlog: LISTEN_BACKLOG }, () => {
      secure.off('error', reject)
      resolve()
    })
  })
  const address = secure.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `https://${host}:${port}`,
    close: () => new Promise((resolve) => void secure.close(() => resolve())),
  }
}
