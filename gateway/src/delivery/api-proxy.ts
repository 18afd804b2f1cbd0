import { API_BASE } from '@atalaia/contracts'
import {
  createByteShares,
  createFairQueue,
  isAskedHost,
  messageOf,
  networkOf,
  Problem,
  readSessionFacts,
  SESSION_FACTS_HEADER,
  traceOf,
  type ByteShares,
  type SessionFacts,
} from '@atalaia/server'
import proxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { apiProblem, routedUrl, sendApiProblem } from '../errors.ts'
import { createEventStreams, type Passing } from './event-streams.ts'
import { FRAME_API_BASE, FRAME_API_PREFIX, portalIn } from './files/embed-frame.ts'
import type { Visitors } from './visitor.ts'

/** Without a byte. */
const API_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 5000
/**
 * Fits 200 cases with long source names, or an incident with every item written. The API limits
 * most calls to 16 KiB.
 */
const MAX_BODY_BYTES = 128 * 1024
// Read whole: a slow reader holds no connection.
const MAX_READ_AHEAD_BYTES = 1024 * 1024

const CONNECTIONS = 64
const MAX_WAITING = 4096
/**
 * A call waits for the share of its account, then of its network. A page gives up after 15 s
 * (P-API-12).
 */
const WAITING = { maxWaiting: MAX_WAITING, maxWaitingPerKey: MAX_WAITING, maxWaitMs: 13_000 }
const OF_ACCOUNTS = { ...WAITING, concurrency: CONNECTIONS + MAX_WAITING, concurrencyPerKey: 16 }
const OF_NETWORKS = { ...WAITING, concurrency: CONNECTIONS, concurrencyPerKey: 32 }

/** Bytes. Beyond them, the gateway streams. */
const UNREAD = { perClient: 16 * 1024 * 1024, total: 128 * 1024 * 1024 }

/** A call holds a slot and bytes of `UNREAD`, and reaches its browser's session. */
type Held = { readonly slot: () => void; bytes?: () => void; keepSession(facts: SessionFacts): void }

export const isApiCall = (url: string): boolean =>
  [`${API_BASE}/`, FRAME_API_BASE].some((prefix) => routedUrl(url).startsWith(prefix))

const proxyParams = z.object({ '*': z.string() })

export type ApiProxyOptions = {
  /** Default: {@link UNREAD}. */
  readonly unread?: ByteShares
  readonly visitors: Pick<Visitors, 'keepSession'>
}

/**
 * Passes `/api` on to `upstream` unchanged, and returns its answers (M-GATEWAY-8). A call has a
 * connection from its body's arrival to its answer's. Networks and accounts share connections
 * fairly. Without an upstream, every call gets 502.
 */
export const apiProxy = async (
  root: FastifyInstance,
  upstream: string | undefined,
  { unread = createByteShares(UNREAD), visitors }: ApiProxyOptions,
): Promise<void> => {
  if (upstream === undefined) {
    root.all(`${API_BASE}/*`, { schema: { params: proxyParams } }, ({ url }, reply) =>
      sendApiProblem(apiProblem(502, url), reply, url),
    )
    return
  }
  const [accounts, networks] = [createFairQueue(OF_ACCOUNTS), createFairQueue(OF_NETWORKS)]
  const held = new WeakMap<object, Held>()

  const takeTurn = async (request: FastifyRequest, reply: FastifyReply) => {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      // Its reason costs a stack: not for each call that was answered.
      if (!reply.raw.writableFinished) gone.abort()
      held.get(request.raw)?.slot()
      held.get(request.raw)?.bytes?.()
    })
    if (reply.raw.destroyed) gone.abort()
    const network = networkOf(request.ip)
    const ofAccount = await accounts.enter(request.headers.authorization ?? network, gone)
    const ofNetwork = ofAccount.ok ? await networks.enter(network, gone) : ofAccount
    const leave = () => {
      if (ofAccount.ok) ofAccount.leave()
      if (ofNetwork.ok) ofNetwork.leave()
    }
    held.set(request.raw, { slot: leave, keepSession: (facts) => visitors.keepSession(facts, request, reply) })
    if (!gone.signal.aborted && ofNetwork.ok) return
    leave()
    if (gone.signal.aborted) throw new Problem(400, 'the client has gone')
    throw apiProblem(503, request.url, { 'retry-after': '1' })
  }

  const answerAhead: Passing['answer'] = async (request, stream, response) => {
    const network = networkOf(request.ip)
    const answer = await readAhead(stream, Math.min(MAX_READ_AHEAD_BYTES, unread.roomFor(network)))
    if (Buffer.isBuffer(answer)) {
      const mine = held.get(request.raw)
      if (mine && !response.destroyed) mine.bytes = unread.hold(network, answer.length)
      mine?.slot()
    }
    return answer
  }
  const calls: Passing = { connections: CONNECTIONS, enter: takeTurn, answer: answerAhead }

  const add = (prefix: string, front: Front, { connections, enter, answer, path = '' }: Passing = calls) =>
    root.register(async (app) => {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body.length === 0 ? undefined : Readable.from([body])),
      )
      app.addHook('onRoute', (route) => {
        // The API has the schemas of its calls, which are passed on as they are.
        route.schema ??= {}
        route.bodyLimit = MAX_BODY_BYTES
      })
      await app.register(proxy, {
        upstream,
        prefix: prefix + path,
        rewritePrefix: API_BASE + path,
        proxyPayloads: false,
        // Its log lines carry whole addresses, and a report's address carries its signature.
        disableRequestLogging: true,
        preHandler: async (request, reply) => {
          front.check(request)
          await enter(request, reply)
        },
        undici: {
          connections,
          headersTimeout: API_TIMEOUT_MS,
          bodyTimeout: API_TIMEOUT_MS,
          connectTimeout: CONNECT_TIMEOUT_MS,
        },
        replyOptions: {
          rewriteRequestHeaders: (request, headers) => ({
            ...withoutClaims(headers),
            ...front.claims(request),
            // The one address that this gateway believes, so that for the API the gateway is the only proxy.
            'x-forwarded-for': request.ip,
            'x-forwarded-proto': request.protocol,
            'x-forwarded-host': request.host,
            traceparent: traceOf(request.raw).parent,
          }),
          rewriteHeaders: (headers, request) => {
            const session = front.hasSession ? readSessionFacts(headers[SESSION_FACTS_HEADER]) : undefined
            if (session && request) held.get(request.raw)?.keepSession(session)
            return { ...ofThisAnswer(headers), ...front.answer(headers) }
          },
          onResponse: async (request, reply, { stream }) => {
            try {
              await reply.send(await answer(request, stream, reply.raw))
            } catch (error) {
              reply.log.warn({ reason: messageOf(error) }, 'the API broke its answer off')
              sendApiProblem(apiProblem(502, reply.request.url), reply, reply.request.url)
            }
          },
          onError: (reply, { error }) => {
            const slow = 'statusCode' in error && error.statusCode === 504
            reply.log.warn({ reason: error.message }, 'the API does not answer')
            sendApiProblem(apiProblem(slow ? 504 : 502, reply.request.url), reply, reply.request.url)
          },
        },
      })
    })
  await add(API_BASE, OWN_FRONT)
  await add(API_BASE, OWN_FRONT, createEventStreams(root))
  await add(FRAME_API_PREFIX, FRAME_FRONT)
}

type Call = Pick<FastifyRequest, 'host' | 'protocol' | 'params'> & {
  readonly headers: { readonly origin?: string | undefined }
}

type Front = {
  readonly hasSession: boolean
  check(call: Call): void
  /** Replace the client's headers. */
  claims(call: Call): Record<string, string | undefined>
  answer(headers: Readonly<Record<string, unknown>>): Record<string, string>
}

const OWN_FRONT: Front = { hasSession: true, check: () => undefined, claims: () => ({}), answer: () => ({}) }

/**
 * Front of frames (M-FRAME-2): a call counts as a call of the portal in its address. Pages of other
 * origins are refused.
 */
const FRAME_FRONT: Front = {
  hasSession: false,
  check: (call) => {
    const { origin } = call.headers
    if (portalIn(call.params) === undefined) throw new Problem(404, 'not found')
    const isFrame = origin === undefined || origin === 'null' || isAskedHost(origin, call)
    if (!isFrame) throw new Problem(403, 'this address is for frames of this gateway')
  },
  claims: ({ params }) => ({ origin: portalIn(params), 'sec-fetch-site': 'cross-site' }),
  answer: (headers): Record<string, string> =>
    headers['access-control-allow-origin'] === undefined ? {} : { 'access-control-allow-origin': '*' },
}

/** Headers of a single connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'])

/**
 * Headers that the gateway drops before the API: other names of the client's address, and
 * connection headers.
 */
const CLAIMS = new Set(['forwarded', 'x-real-ip', 'expect', ...HOP_BY_HOP])

const withoutClaims = <Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CLAIMS.has(name)))

const ofThisAnswer = <Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && name !== SESSION_FACTS_HEADER))

const readAhead = async (stream: Readable, maxBytes: number): Promise<Buffer | Readable> => {
  const chunks: Buffer[] = []
  let length = 0
  const parts = stream.iterator({ destroyOnReturn: false })
  for await (const part of parts) {
    const chunk = Buffer.from(part)
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) return Readable.from(joined(chunks, stream))
  }
  return Buffer.concat(chunks)
}

async function* joined(chunks: readonly Buffer[], rest: Readable) {
  yield* chunks
  yield* rest
}
