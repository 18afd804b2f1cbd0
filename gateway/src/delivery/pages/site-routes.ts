import { PUSH_WORKER } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { sendText } from '../send-file.ts'
import { originOf, PUSH_WORKER_POLICY } from '../headers.ts'
import { escapeHtml } from './html.ts'
import type { ReleaseSource } from '../release.ts'
import { iconUrl } from './html.ts'

const pushWorker = readFileSync(new URL('push-worker.js', import.meta.url), 'utf8')
const pushWorkerIdentity = integrityOf(pushWorker)

const PUSH_WORKER_HEADERS = {
  'content-security-policy': PUSH_WORKER_POLICY,
  'cross-origin-resource-policy': 'same-origin',
} as const

export type SiteRouteOptions = { readonly releases: ReleaseSource; readonly publicOrigin: string | undefined }

/** `robots.txt`, `sitemap.xml` with the public routes, and the icon (M-GATEWAY-7). */
export const siteRoutes = (root: FastifyInstance, { releases, publicOrigin }: SiteRouteOptions): void => {
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
    const paths = remotes
      .flatMap(({ descriptor }) => descriptor.routes)
      .filter(({ access, path }) => access === 'public' && !/[:*]/.test(path))
      .map(({ path }) => `  <url><loc>${escapeHtml(originOf(request, publicOrigin) + path)}</loc></url>`)
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
