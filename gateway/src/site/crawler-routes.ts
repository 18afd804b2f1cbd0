import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../page/escape.ts'
import type { ReleaseSource } from '../release/release-source.ts'
import { originOf } from './origin.ts'

/** robots.txt and sitemap.xml, made of the release's public routes. */
export const crawlerRoutes = (
  app: FastifyInstance,
  { releases, publicOrigin }: { releases: ReleaseSource; publicOrigin: string | undefined },
): void => {
  app.get('/robots.txt', (request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /app',
      'Disallow: /api/',
      `Sitemap: ${originOf(request, publicOrigin)}/sitemap.xml`,
      '',
    ]
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'))
  })

  app.get('/sitemap.xml', async (request, reply) => {
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
}
