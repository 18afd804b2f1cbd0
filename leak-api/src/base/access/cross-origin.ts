import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { FairShares } from './fair-shares.ts'
import { isAskedHost, networkOf, Problem } from '@atalaia/server'
import { undefined as undefined_ } from 'zod/mini'

export type AllowedOrigins = {
  isAllowed(organisationId: string, origin: string): Promise<boolean>
  isAllowedByAny(origin: string): Promise<boolean>
}

const PREFLIGHT_SECONDS = 7200

/** `undefined`: the API's own origin (Fetch Standard, CORS protocol). */
export const foreignOriginOf = (request: FastifyRequest): string | undefined => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined || site === 'same-origin') return undefined
  // A proxy in front may have ended TLS: the host alone is compared.
  if (isAskedHost(origin, request)) return undefined
  return origin
}

/**
 * By `Sec-Fetch-Site`, which pages cannot set, or `Origin` in older browsers. False without both.
 */
export const isFromOwnPage = (request: FastifyRequest): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && foreignOriginOf(request) === undefined
}

/** Without cookies: only the token counts. */
export const readableBy = (reply: FastifyReply, origin: string) =>
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Retry-After, WWW-Authenticate, Server-Timing',
  })

export const varyByCaller = (app: FastifyInstance) =>
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'Origin, Authorization'))

export const watchPortalPaths = (app: FastifyInstance): ReadonlyMap<string, ReadonlySet<string>> => {
  const paths = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ routePath, method, config }) => {
    if (config?.scope === undefined) return
    const methods = paths.get(routePath) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    paths.set(routePath, methods)
  })
  return paths
}

const OWN_HEADERS = 'Authorization, Content-Type, Accept, Traceparent'
/** A token of RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'+.^`|~-]{1,100}$/
const MAX_ASKED_HEADERS = 50

/** Of tracing libraries: `sentry-trace`, `baggage`, `x-datadog-*`. */
const allowedHeaders = (asked: string | undefined = ''): string => {
  const names = asked.split(',', MAX_ASKED_HEADERS).map((name) => name.trim())
  return [OWN_HEADERS, ...names.filter((name) => HEADER_NAME.test(name))].join(', ')
}

export type PreflightParts = {
  readonly origins: AllowedOrigins
  readonly shares: FairShares
  readonly methods: ReadonlySet<string>
}

/**
 * Answers preflights for every origin that any organisation allows, with any headers. The call
 * itself needs an origin of its token's organisation (M-EMBED-13, M-EMBED-71).
 */
export const preflight = (url: string, { origins, shares, methods }: PreflightParts): RouteOptions => ({
  method: 'OPTIONS',
  url,
  schema: { summary: 'Whether pages of an origin may call this path', response: { 204: undefined_() } },
  handler: async (request, reply) => {
    const { origin, 'access-control-request-method': method } = request.headers
    if (origin === undefined || method === undefined) throw new Problem(400, 'Falta dizer de onde e o que se pede.')
    await shares.enter(request, reply, `network ${networkOf(request.ip)}`)
    if (!(await origins.isAllowedByAny(origin))) throw new Problem(403, 'Este site não tem permissão para usar a API.')
    return reply
      .code(204)
      .headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': [...methods].toSorted().join(', '),
        'access-control-allow-headers': allowedHeaders(request.headers['access-control-request-headers']),
        'access-control-max-age': String(PREFLIGHT_SECONDS),
        'cache-control': 'no-store',
        vary: 'Origin, Access-Control-Request-Headers',
      })
      .send()
  },
})
