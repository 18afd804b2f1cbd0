import { PUSH_WORKER } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { sendText } from '../send-file.ts'
import { originOf, PUSH_WORKER_POLICY } from '../headers.ts'
import type { ArtifactSource } from '../../registry/storage/artifact.ts'
import type { RouteMatch } from '../destination.ts'
import type { ReleaseSource } from '../release.ts'
import { escapeHtml, iconUrl } from './html.ts'
import { readPrerenderedFiles, valueOfRoute } from './page-files.ts'

const pushWorker = readFileSync(new URL('push-worker.js', import.meta.url), 'utf8')
const pushWorkerIdentity = integrityOf(pushWorker)

const PUSH_WORKER_HEADERS = {
  'content-security-policy': PUSH_WORKER_POLICY,
  'cross-origin-resource-policy': 'same-origin',
} as const

export type SiteRouteOptions = {
  readonly releases: ReleaseSource
  readonly artifacts: ArtifactSource
  readonly publicOrigin: string | undefined
}

const NOINDEX = /<meta name="robots" content="[^"]*\bnoindex\b/

/** False for a page whose prerendered head keeps search engines out. */
const isListed = async (artifacts: ArtifactSource, match: RouteMatch): Promise<boolean> => {
  const page = valueOfRoute(match.remote.descriptor.artifact.prerendered, match.route.id)
  // While the store of builds is away, a page's own head still keeps them out.
  const files = page && (await readPrerenderedFiles(artifacts, match, page).catch(() => undefined))
  return !NOINDEX.test(files?.head ?? '')
}

/** `robots.txt`, `sitemap.xml` with the public routes, and the icon (M-GATEWAY-7). */
export const siteRoutes = (root: FastifyInstance, { releases, artifacts, publicOrigin }: SiteRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.get('/robots.txt', { schema: { response: { 200: z.string() } } }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /app',
      'Disallow: /api/',
      `Sitemap: ${originOf(request, publicOrigin)}/sitemap.xml`,
      '',
    ]
    reply.type('text/plain; charset=utf-8')
    return lines.join('\n')
  })

  app.get('/sitemap.xml', { schema: { response: { 200: z.string() } } }, async (request, reply) => {
    const state = await releases.current()
    const remotes = state.status === 'ready' ? state.current.release.remotes : []
    const pages = remotes
      .flatMap((remote) => remote.descriptor.routes.map((route) => ({ remote, route })))
      .filter(({ route: { access, path } }) => access === 'public' && !/[:*]/.test(path))
    const listed = await Promise.all(pages.map((page) => isListed(artifacts, page)))
    const paths = pages
      .filter((_page, at) => listed[at])
      .map(({ route }) => `  <url><loc>${escapeHtml(originOf(request, publicOrigin) + route.path)}</loc></url>`)
    const xml = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...paths,
      '</urlset>',
      '',
    ]
    return reply.type('application/xml; charset=utf-8').send(xml.join('\n'))
  })

  // A browser asks for it beside what is not a page of ours, such as a report.
  app.get(
    '/favicon.ico',
    { logLevel: 'warn', schema: { response: { 204: z.undefined(), 302: z.undefined() } } },
    async (_request, reply) => {
      const state = await releases.current()
      const url = state.status === 'ready' ? iconUrl(state.current.shell) : undefined
      return url === undefined ? reply.code(204).send() : reply.redirect(url)
    },
  )
}

export const pushWorkerRoute = (app: FastifyInstance): void => {
  const schema = { response: { 200: z.string(), 304: z.undefined() } }
  app.get(PUSH_WORKER.script, { logLevel: 'warn', schema }, (request, reply) =>
    sendText(request, reply.headers(PUSH_WORKER_HEADERS), {
      text: pushWorker,
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'no-cache',
      identity: pushWorkerIdentity,
    }),
  )
}
