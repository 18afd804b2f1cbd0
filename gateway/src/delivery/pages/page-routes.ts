import { isAppPath, QUERY_PARAMETERS, SERVER_TIME } from '@atalaia/contracts'
import { acceptedCodings } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { ENCODINGS, type Encoding } from '../../registry/storage/artifact.ts'
import { destinationOf, type Destination } from '../destination.ts'
import { originOf, pageHeaders, type InlineHashes, type PolicyOptions } from '../headers.ts'
import type { CurrentRelease, ReleaseSource } from '../release.ts'
import type { Visitors } from '../visitor.ts'
import type { Consent } from './consent.ts'
import { escapeHtml } from './html.ts'
import { compress } from './release-index.ts'
import { renderPage, renderTokenPage, type PageSources, type RenderedPage } from './render-page.ts'

export type PageRouteOptions = {
  readonly releases: ReleaseSource
  readonly sources: PageSources
  readonly visitors: Visitors
  readonly consent: Consent
  readonly policy: PolicyOptions
  readonly publicOrigin: string | undefined
  /** M-AUDIENCE-2 */
  readonly varyBy: readonly string[]
}

/** Every address that is not a file's is a page (M-GATEWAY-5). */
export const pageRoutes = (app: FastifyInstance, options: PageRouteOptions): void => {
  const { releases, sources, visitors, consent, policy } = options
  const cache = createPageCache()
  const headers = createHeaders(policy)
  const vary = ['Accept-Encoding', 'Cookie', ...options.varyBy].join(', ')

  app.get('/*', { schema: {} }, async (request, reply) => {
    reply.header('vary', vary)
    const address = addressOf(request)
    if (address === undefined || looksLikeFile(address.pathname)) return reply.callNotFound()
    const offersToken = address.search !== '' && address.searchParams.has(QUERY_PARAMETERS.token)
    // A token leaves the address first: the page of the question keeps its own.
    const question = offersToken ? undefined : consent.questionOf(request, address)
    if (question) return consent.ask(question, request, reply)
    const { visitor, isKnown } = visitors.welcome(request, reply)
    const state = await releases.current(visitor)
    if (state.status === 'broken') {
      request.log.error({ reason: state.reason }, 'the shell cannot be served')
      return reply.code(503).type(PLAIN_TEXT).send(UNAVAILABLE)
    }
    const { current } = state
    if (offersToken) {
      const page = await cache.get(current, { key: 'token', origin: '' }, () => renderTokenPage(current, sources))
      return send(request, reply.header('referrer-policy', 'no-referrer'), page, headers.of(page))
    }
    const destination = destinationOf(current.release, address.pathname, visitors.claimsSession(request))
    const origin = originOf(request, options.publicOrigin)
    const key = `${cacheKey(destination)} ${isKnown ? 'later' : 'first'}`
    const page = await cache.get(current, { key, origin }, () =>
      renderPage({ current, destination, origin: ORIGIN_MARK, firstVisit: !isKnown }, sources),
    )
    if (destination.kind !== 'remote' || isAppPath(address.pathname)) reply.header('x-robots-tag', 'noindex')
    const foreign = (visitor.overrides ?? []).map(({ url }) => url)
    return send(request, reply.code(destination.kind === 'unknown' ? 404 : 200), page, headers.of(page, foreign))
  })
}

const PLAIN_TEXT = 'text/plain; charset=utf-8'
/** Answer when the shell cannot be read (M-FAIL-17). */
const UNAVAILABLE = 'O serviço está iniciando. Tente de novo em instantes.'

const looksLikeFile = (path: string) => /\.[a-z0-9]+$/i.test(path) || /^\/(-|remotes|shell)(\/|$)/.test(path)

const addressOf = ({ url }: FastifyRequest): URL | undefined =>
  URL.parse(url.startsWith('/') ? `http://page${url}` : url) ?? undefined

type Headers = Readonly<Record<string, string>>

const createHeaders = (policy: PolicyOptions) => {
  const known = new WeakMap<InlineHashes, Headers>()
  const make = (page: InlineHashes, foreign: readonly string[]): Headers => ({
    ...pageHeaders(page, { ...policy, overrides: [...policy.overrides, ...foreign] }),
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  })
  return {
    of: (page: InlineHashes, foreign: readonly string[] = []): Headers => {
      if (foreign.length > 0) return make(page, foreign)
      const made = known.get(page) ?? make(page, foreign)
      known.set(page, made)
      return made
    },
  }
}

const cacheKey = (destination: Destination): string =>
  destination.kind === 'remote'
    ? [destination.match, ...(destination.asked ? [destination.asked] : [])]
        .map(({ remote, route }) => `${remote.descriptor.name} ${route.id}`)
        .join(' ')
    : destination.kind

/** Sends a page with `no-store` (M-RELEASE-7) in the best encoding (M-GATEWAY-6). */
const send = (request: FastifyRequest, reply: FastifyReply, page: ReadyPage, headers: Headers) => {
  const [encoding] = acceptedCodings(request.headers['accept-encoding'], ENCODINGS)
  reply.headers(headers).header('server-timing', `${SERVER_TIME};desc=${Date.now()}`)
  if (!encoding || !page.copies) return reply.send(page.html)
  return copyOf(page.html, page.copies, encoding).then((copy) => reply.header('content-encoding', encoding).send(copy))
}

type ReadyPage = InlineHashes & { readonly html: string; readonly copies?: Copies }
type Copy = { body: Promise<Buffer>; uses: number; small: boolean }
type Copies = Map<Encoding, Copy>

/** After these uses the gateway compresses a copy again at the highest level. */
const USES_UNTIL_SMALL = 3

const copyOf = (html: string, copies: Copies, encoding: Encoding): Promise<Buffer> => {
  // Nothing makes gzip smaller.
  const copy = copies.get(encoding) ?? { body: compress(html, encoding, 'quick'), uses: 0, small: encoding === 'gzip' }
  copies.set(encoding, copy)
  copy.uses += 1
  if (copy.uses >= USES_UNTIL_SMALL && !copy.small && !makesSmall) void makeSmall(html, copy)
  return copy.body
}

/** Copies for waiting clients use the same threads. */
let makesSmall = false

const makeSmall = async (html: string, copy: Copy): Promise<void> => {
  makesSmall = true
  copy.small = true
  try {
    copy.body = Promise.resolve(await compress(html, 'br', 'small'))
  } finally {
    makesSmall = false
  }
}

const MAX_PAGES = 200

/** Replaces the site's address in a rendered page, because requests may invent an origin. */
const ORIGIN_MARK = `http://${randomBytes(16).toString('hex')}.invalid`

const withOrigin = ({ html, ...hashes }: RenderedPage, origin: string): RenderedPage => ({
  html: html.replaceAll(ORIGIN_MARK, () => escapeHtml(origin)),
  ...hashes,
})

type Template = RenderedPage & { readonly hasOrigin: boolean }

const asTemplate = (page: RenderedPage): Template => ({ ...page, hasOrigin: page.html.includes(ORIGIN_MARK) })

type PageName = { readonly key: string; readonly origin: string }

/** Renders and compresses once, for a few origins. Others get it uncompressed. */
const createPageCache = () => {
  const rendered = createStore<Template>(({ incomplete }) => incomplete !== true)
  const ready = createStore<ReadyPage>()
  const origins = createOrigins()
  return {
    get: async (
      { release }: CurrentRelease,
      page: PageName,
      render: () => Promise<RenderedPage>,
    ): Promise<ReadyPage> => {
      const key = `${release.id} ${page.key}`
      const template = await rendered.get(key, async () => asTemplate(await render()))
      const origin = template.hasOrigin ? page.origin : ''
      const isKept = template.incomplete !== true && (!template.hasOrigin || origins.keep(origin))
      if (!isKept) return withOrigin(template, origin)
      return ready.get(`${key} ${origin}`, async () => withCopies(withOrigin(template, origin)))
    },
  }
}

const createStore = <Value>(isKept: (value: Value) => boolean = () => true) => {
  const values = new Map<string, Promise<Value>>()
  return {
    get: (key: string, make: () => Promise<Value>): Promise<Value> => {
      const known = values.get(key)
      if (known) return known
      const [oldest] = values.keys()
      if (values.size >= MAX_PAGES && oldest !== undefined) values.delete(oldest)
      const made = make()
      values.set(key, made)
      // A failure is not kept: the next request tries again.
      made.then(
        (value) => isKept(value) || values.delete(key),
        () => values.delete(key),
      )
      return made
    },
  }
}

const MAX_ORIGINS = 8
const ORIGIN_UNUSED_MS = 60_000

/** The first origins, until one is unused. */
const createOrigins = () => {
  const lastUse = new Map<string, number>()
  return {
    keep: (origin: string): boolean => {
      const now = performance.now()
      if (!lastUse.has(origin) && lastUse.size >= MAX_ORIGINS) {
        const [oldest] = [...lastUse].toSorted(([, one], [, other]) => one - other)
        if (oldest === undefined || now - oldest[1] < ORIGIN_UNUSED_MS) return false
        lastUse.delete(oldest[0])
      }
      lastUse.set(origin, now)
      return true
    },
  }
}

const withCopies = (page: RenderedPage): ReadyPage => ({ ...page, copies: new Map() })
