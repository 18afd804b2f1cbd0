import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { sendText } from '../send-file.ts'
import type { ReleaseSource } from '../release.ts'
import { attributes } from './html.ts'

/** Address of the web app manifest, with which browsers install the pages (M-GATEWAY-18). */
const MANIFEST = '/manifest.webmanifest'
const APPLE_ICON = 'apple-touch-icon'
/** The icons by the names of their files. A maskable one has its mark in the middle, and may be cut to any shape. */
const ICONS = [
  { name: 'icon-192', size: 192, purpose: 'any' },
  { name: 'icon-512', size: 512, purpose: 'any' },
  { name: 'icon-maskable-512', size: 512, purpose: 'maskable' },
] as const
/** Background of the dark theme and of the icons. */
const GROUND = '#0a0e16'

const manifestOf = (brand: string): string =>
  JSON.stringify({
    name: brand,
    short_name: brand,
    lang: 'pt-BR',
    id: '/app',
    start_url: PRODUCT_ROUTES.analytics,
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: ICONS.map(({ name, size, purpose }) => ({
      src: `/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  })

export const INSTALL_TAGS: readonly string[] = [
  `<link${attributes({ rel: 'manifest', href: MANIFEST })}>`,
  `<link${attributes({ rel: 'apple-touch-icon', href: `/${APPLE_ICON}.png` })}>`,
]

export const appManifestRoutes = (app: FastifyInstance, releases: ReleaseSource): void => {
  const schema = { response: { 200: z.string(), 304: z.undefined(), 404: z.undefined() } }
  app.get(MANIFEST, { logLevel: 'warn', schema }, async (request, reply) => {
    const state = await releases.current()
    if (state.status !== 'ready') return reply.code(404).send()
    const text = manifestOf(state.current.release.config.brand)
    const type = 'application/manifest+json; charset=utf-8'
    return sendText(request, reply, { text, type, cacheControl: 'no-cache', identity: integrityOf(text) })
  })
  for (const name of [...ICONS.map((icon) => icon.name), APPLE_ICON]) {
    const image = readFileSync(new URL(`icons/${name}.png`, import.meta.url))
    app.get(`/${name}.png`, { logLevel: 'warn', schema: {} }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/png').send(image),
    )
  }
}
