import { isAppPath, QUERY_PARAMETERS } from '@atalaia/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Encoding } from '../../registry/storage/artifact.ts'
import { destinationOf, type Destination } from '../destination.ts'
import type { Consent } from '../consent.ts'
import { acceptedEncodings, originOf, pageHeaders, type PageStyles, type PolicyOptions } from '../headers.ts'
import type { CurrentRelease, ReleaseSource } from '../release.ts'
import type { Visitors } from '../visitor.ts'
import { renderPage, renderTokenPage, type PageSources, type RenderedPage } from './render-page.ts'

export type PageRouteOptions = {
  readonly releases: ReleaseSource
  readonly sources: PageSources
  readonly visitors: Visitors
  readonly consent: Consent
  readonly policy: PolicyOptions
  readonly publicOrigin: string | undefined
}

/** Every address that is not a file's is a page. The shell shows it, also when no remote has such a page. */
export const pageRoutes = (root: FastifyInstance, options: PageRouteOptions): void => {
  const { releases, sources, visitors, consent, policy } = options
  const cache = createPageCache()
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.get('/*', { schema: { params: pageParams } }, async (request, reply) => {
    const address = new URL(request.url, 'http://page')
    if (looksLikeFile(address.pathname)) return reply.callNotFound()
    const offersToken = address.searchParams.has(QUERY_PARAMETERS.token)
    // A token leaves the address first: the page of the question keeps its own.
    const question = offersToken ? undefined : consent.questionOf(request, address)
    if (question) return consent.ask(question, request, reply)
    const visitor = visitors.welcome(request, reply)
    const state = await releases.current(visitor)
    if (state.status === 'broken') {
      request.log.error({ reason: state.reason }, 'the shell cannot be served')
      return reply.code(503).type(PLAIN_TEXT).send(UNAVAILABLE)
    }
    const { current } = state
    if (offersToken) {
      const page = await cache.get(current, 'token', async () => renderTokenPage(current))
      return send(request, reply.header('referrer-policy', 'no-referrer'), page, policy)
    }
    const destination = destinationOf(current.release, address.pathname, visitors.claimsSession(request))
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

const looksLikeFile = (path: string) => /\.[a-z0-9]+$/i.test(path) || /^\/(-|remotes|shell)(\/|$)/.test(path)

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
