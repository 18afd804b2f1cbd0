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
  readonly cert: string
  readonly key: string
  readonly requestTimeoutMs: number
  /** Default: 10 s. */
  readonly firstRequestMs?: number
  /** Closes a connection without requests, even a busy one. Default: 60 s. */
  readonly idleMs?: number
}

const FIRST_REQUEST_MS = 10_000
const IDLE_MS = 60_000
const HANDSHAKE_MS = 10_000

const MAX_STREAMS = 64
/** A page may drop as many requests at once; more, or faster, ends the connection (CVE-2023-44487). */
const RESETS = { streamResetBurst: 200, streamResetRate: 33 }
/** Frames of a connection before Node ends it; Node's defaults are higher. */
const FRAMES = { maxSettings: 16, maxOutstandingPings: 5, maxSessionInvalidFrames: 50, maxSessionRejectedStreams: 50 }
/** Megabytes of a connection: headers and waiting answers. */
const MAX_SESSION_MEGABYTES = 4

/**
 * HTTP/2 over TLS, or HTTP/1.1, passed to `app`, whose server does not listen. Keeps the bounds of
 * `guardRequests`. A connection has 64 requests at once and 1,000 in all. It ends after more
 * resets, settings or pings than a browser's (M-GATEWAY-13).
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

export type ListeningSecure = { readonly url: string; close(): Promise<void> }

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
