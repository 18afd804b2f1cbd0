import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings } from '../files/accepted-encodings.ts'
import { destinationOf, type Destination } from '../release/destination.ts'
import { takeOverride, type OverrideOptions } from '../overrides/override-routes.ts'
import type { ReleaseSource } from '../release/release-source.ts'
import { pageHeaders, type PolicyOptions } from '../security/security-headers.ts'
import { originOf } from '../site/origin.ts'
import { createPageCache, type ReadyPage } from './page-cache.ts'
import { renderPage, renderTokenPage, type PageSources } from './render-page.ts'

export type PageRouteOptions = {
  readonly releases: ReleaseSource
  readonly sources: PageSources
  readonly policy: PolicyOptions
  readonly publicOrigin: string | undefined
  readonly overrides: OverrideOptions
}

/** Every address that is not a file's is a page: what it shows is the shell's business, also when it is unknown. */
export const pageRoutes = (app: FastifyInstance, options: PageRouteOptions): void => {
  const { releases, sources, policy } = options
  const cache = createPageCache()

  app.get('/*', async (request, reply) => {
    const address = new URL(request.url, 'http://page')
    if (looksLikeFile(address.pathname)) return reply.callNotFound()
    if (takeOverride(request, reply, options.overrides)) return reply
    const visitor = await options.overrides.visitors.visitorOf(request, reply)
    const state = await releases.current(visitor)
    if (state.status === 'broken') {
      request.log.error({ reason: state.reason }, 'the shell cannot be served')
      return reply.code(503).type('text/plain; charset=utf-8').send(unavailable)
    }
    const { current } = state
    if (address.searchParams.has('token')) {
      const page = await cache.get(current, 'token', async () => renderTokenPage(current))
      return send(request, reply.header('referrer-policy', 'no-referrer'), page, policy)
    }
    const destination = destinationOf(current.release, address.pathname, saysSignedIn(request))
    const origin = originOf(request, options.publicOrigin)
    const page = await cache.get(current, cacheKey(destination, origin), () =>
      renderPage({ current, destination, origin }, sources),
    )
    const own = (visitor.overrides ?? []).flatMap(({ descriptor: { name }, override }) =>
      override === undefined ? [] : [[name, override] as const],
    )
    if (destination.kind !== 'remote' || /^\/app(\/|$)/.test(address.pathname)) reply.header('x-robots-tag', 'noindex')
    return send(request, reply.code(destination.kind === 'unknown' ? 404 : 200), page, {
      ...policy,
      overrides: new Map([...policy.overrides, ...own]),
    })
  })
}

const unavailable = 'O serviço está iniciando. Tente de novo em instantes.'

const looksLikeFile = (path: string) => /\.[a-z0-9]+$/i.test(path) || /^\/(-|remotes|shell)(\/|$)/.test(path)

/** The cookie only marks that there is a session (P-SESSION-3); the shell finds out whether it is true. */
const saysSignedIn = ({ headers }: FastifyRequest) => /(?:^|;\s*)token=[^;]/.test(headers.cookie ?? '')

const cacheKey = (destination: Destination, origin: string): string =>
  destination.kind === 'remote'
    ? [origin, destination.match.remote.descriptor.name, destination.match.route.id].join(' ')
    : destination.kind

const send = (request: FastifyRequest, reply: FastifyReply, page: ReadyPage, policy: PolicyOptions) => {
  const [encoding] = acceptedEncodings(request.headers['accept-encoding'])
  reply.headers({ ...pageHeaders(page, policy), 'cache-control': 'no-store', vary: 'Accept-Encoding, Cookie' })
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(encoding ? page.encoded[encoding] : page.plain)
}
