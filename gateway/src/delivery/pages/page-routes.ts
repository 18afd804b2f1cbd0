import { isAppPath, QUERY_PARAMETERS, SESSION_COOKIE } from '@atalaia/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Encoding } from '../../registry/storage/artifact.ts'
import { destinationOf, type Destination } from '../destination.ts'
import { acceptedEncodings, originOf, pageHeaders, type PageStyles, type PolicyOptions } from '../headers.ts'
import { readOverrideRequest, type OverrideRequest, type OverrideRules } from '../overrides.ts'
import type { CurrentRelease, ReleaseSource } from '../release.ts'
import type { Visitors } from '../visitor.ts'
import { renderPage, renderTokenPage, type PageSources, type RenderedPage } from './render-page.ts'

export type PageRouteOptions = {
  readonly releases: ReleaseSource
  readonly sources: PageSources
  readonly visitors: Visitors
  readonly overrideRules: OverrideRules
  readonly policy: PolicyOptions
  readonly publicOrigin: string | undefined
}

/** Every address that is not a file's is a page. The shell shows it, also when no remote has such a page. */
export const pageRoutes = (root: FastifyInstance, options: PageRouteOptions): void => {
  const { releases, sources, visitors, overrideRules, policy } = options
  const cache = createPageCache()
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.get('/*', { schema: { params: pageParams } }, async (request, reply) => {
    const address = new URL(request.url, 'http://page')
    if (looksLikeFile(address.pathname)) return reply.callNotFound()
    const asked = readOverrideRequest(address, visitors.grantOf(request), overrideRules)
    if (asked.status === 'granted') visitors.keepGrant(asked.grant, request, reply)
    if (asked.status !== 'none') return answerOverride(reply, asked)
    const visitor = visitors.welcome(request, reply)
    const state = await releases.current(visitor)
    if (state.status === 'broken') {
      request.log.error({ reason: state.reason }, 'the shell cannot be served')
      return reply.code(503).type(PLAIN_TEXT).send(UNAVAILABLE)
    }
    const { current } = state
    if (address.searchParams.has(QUERY_PARAMETERS.token)) {
      const page = await cache.get(current, 'token', async () => renderTokenPage(current))
      return send(request, reply.header('referrer-policy', 'no-referrer'), page, policy)
    }
    const destination = destinationOf(current.release, address.pathname, claimsSession(request))
    const origin = originOf(request, options.publicOrigin)
    const page = await cache.get(current, cacheKey(destination, origin), () =>
      renderPage({ current, destination, origin }, sources),
    )
    if (destination.kind !== 'remote' || isAppPath(address.pathname)) reply.header('x-robots-tag', 'noindex')
    const foreign = (visitor.overrides ?? []).map(({ url }) => url)
    return send(request, reply.code(destination.kind === 'unknown' ? 404 : 200), page, {
      ...policy,
      overrides: [...policy.overrides, ...foreign],
    })
  })
}

const pageParams = z.object({ '*': z.string() })

const PLAIN_TEXT = 'text/plain; charset=utf-8'
const UNAVAILABLE = 'O serviço está iniciando. Tente de novo em instantes.'
const FORBIDDEN = 'Este endereço não pode trocar partes da página: o link não vale, ou venceu.\n'
const UNREADABLE = 'O endereço da parte trocada não pode ser lido: ?remote=mfe-nome@http://localhost:4102\n'

const looksLikeFile = (path: string) => /\.[a-z0-9]+$/i.test(path) || /^\/(-|remotes|shell)(\/|$)/.test(path)

/** The cookie only claims that there is a session (P-SESSION-3); the shell finds out whether it is true. */
const claimsSession = ({ cookies }: FastifyRequest) => Boolean(cookies[SESSION_COOKIE])

/** Redirects to the address without the overrides, which the browser has kept, or says why it has not. */
const answerOverride = (reply: FastifyReply, asked: Exclude<OverrideRequest, { status: 'none' }>) => {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (asked.status === 'granted') return reply.redirect(asked.clean, 303)
  return asked.status === 'unreadable'
    ? reply.code(400).type(PLAIN_TEXT).send(UNREADABLE)
    : reply.code(403).type(PLAIN_TEXT).send(FORBIDDEN)
}

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

/** A page ready to be sent, in every encoding. */
type ReadyPage = PageStyles & { readonly plain: Buffer; readonly encoded: Readonly<Record<Encoding, Buffer>> }

/** Limits the pages that are kept: their keys hold origins, which requests invent. */
const MAX_PAGES = 200

/** Keeps pages by release: each is rendered and compressed once. */
const createPageCache = () => {
  const pages = new Map<string, Promise<ReadyPage>>()
  return {
    get: ({ release }: CurrentRelease, page: string, render: () => Promise<RenderedPage>): Promise<ReadyPage> => {
      const key = `${release.id} ${page}`
      const known = pages.get(key)
      if (known) return known
      // Pages of releases that were replaced go with the rest.
      if (pages.size >= MAX_PAGES) pages.clear()
      const made = render().then(compress)
      pages.set(key, made)
      // A failure is not kept: the next request tries again.
      made.catch(() => pages.delete(key))
      return made
    },
  }
}

const compress = async ({ html, styleHashes }: RenderedPage): Promise<ReadyPage> => {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain),
  ])
  return { styleHashes, plain, encoded: { br, gzip: gz } }
}
