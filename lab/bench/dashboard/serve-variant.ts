import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import {
  DEFAULT_THEME,
  defaultPublicConfig,
  EARLY_CALLS_ATTRIBUTES,
  LATE_FONT_ATTRIBUTE,
  shellManifestSchema,
} from '@atalaia/contracts'
import { root } from '@atalaia/stack'
import type { Built } from '../opponents/built-opponent.ts'
import type { Opponent } from '../opponents/opponents.ts'
import { z } from 'zod'
import type { Variant } from '../opponents/webpack-build.ts'

/** A browser uses a preload only with the same kind and mode. */
export type Asked = { readonly address: string; readonly as: string; readonly isCors: boolean }

export type Page = Built & {
  readonly preload: readonly Asked[]
  readonly kind: Opponent['page']
  /** Rules that the waiting page needs, as our page has them. */
  readonly critical: string
}

export type ServeOptions = {
  readonly page: Page
  readonly api: string
  /** HTTP/2 over TLS. Default: HTTP/1.1 in the clear. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

export type Served = {
  readonly url: string
  /** Files by address, as the browser asked for them. */
  readonly asked: ReadonlyMap<string, Asked>
  /** Replaces the served build. */
  show(page: Page): void
  stop(): void
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

const ANONYMOUS = ' crossorigin="anonymous"'

const scriptTag = (address: string, type: Variant['scripts'], priority: string): string =>
  `<script src="${address}" ${type === 'module' ? 'type="module"' : 'defer'}${ANONYMOUS}${priority}></script>`

const styleTag = (address: string): string => `<link rel="stylesheet" href="${address}">`

/** A module that is preloaded before the page's import map finds none of its names. */
const preloadTag = ({ address, as, isCors }: Asked, scripts: Variant['scripts']): string =>
  scripts === 'module' && as === 'script'
    ? `<link rel="modulepreload" href="${address}"${ANONYMOUS}>`
    : `<link rel="preload" as="${as}" href="${address}"${isCors ? ANONYMOUS : ''}>`

const shellFile = (path: string) => readFileSync(join(root, 'host-shell/dist', path), 'utf8')

const analyticsSchema = z.object({
  routes: z.array(z.object({ id: z.string(), title: z.string(), calls: z.array(z.string()).optional() })),
})

const fairParts = () => {
  const { routes } = analyticsSchema.parse(
    JSON.parse(readFileSync(join(root, 'mfe-analytics/dist/remote.json'), 'utf8')),
  )
  const { title = '', calls = [] } = routes.find(({ id }) => id === 'analytics') ?? {}
  const { waitingPage = '' } = shellManifestSchema.parse(JSON.parse(shellFile('shell.json')))
  const addresses = calls.map((path) => `/api${path}`).join(' ')
  return {
    html: ` ${LATE_FONT_ATTRIBUTE}`,
    head: '<link rel="icon" href="data:,">',
    boot: ` ${EARLY_CALLS_ATTRIBUTES.addresses}="${addresses}" ${EARLY_CALLS_ATTRIBUTES.remote}="mfe-analytics"`,
    root: waitingPage.replace('%BRAND%', defaultPublicConfig.brand).replace('%TITLE%', title),
  }
}

const AS_MOST_BUILD = { html: '', head: '', boot: '', root: '' }

const documentOf = ({ variant, preload, kind, critical }: Page): string => {
  const fair = kind !== 'plain'
  const parts = fair ? fairParts() : AS_MOST_BUILD
  const styles = variant.entry.filter((address) => address.endsWith('.css'))
  const scripts = variant.entry.filter((address) => !address.endsWith('.css'))
  const linked = styles.map(styleTag).join('')
  const code = scripts
    .map((address) => scriptTag(address, variant.scripts, fair ? ' fetchpriority="high"' : ''))
    .join('')
  const early = preload
    .filter(({ as }) => !fair || as !== 'font')
    .map((asked) => preloadTag(asked, variant.head === undefined ? undefined : variant.scripts))
    .join('')
  const head = {
    plain: early + code + linked,
    linked:
      styles.map((address) => preloadTag({ address, as: 'style', isCors: false }, undefined)).join('') + code + early,
    inline: `<style>${critical}</style>${code}${early}`,
  }[kind]
  return `<!doctype html><html lang="pt-BR"${parts.html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atalaia</title>${variant.head ?? ''}${parts.head}${head}</head>
<body class="${DEFAULT_THEME}"><script${parts.boot}>${shellFile(bootFile())}</script>${kind === 'linked' ? linked : ''}<div id="root">${parts.root}</div>${kind === 'inline' ? linked : ''}</body></html>`
}

const bootFile = (): string =>
  readdirSync(join(root, 'host-shell/dist')).find((file) => /^boot\.\w+\.js$/.test(file)) ?? ''

const OF_CONNECTIONS = ['connection', 'keep-alive', 'transfer-encoding', 'host']

const withoutConnection = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTIONS.includes(name)),
  )

const passOn = (request: IncomingMessage, response: ServerResponse, api: string): void => {
  const { method } = request
  const upstream = ask(new URL(request.url ?? '/', api), { method, headers: withoutConnection(request.headers) })
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
    answer.pipe(response)
  })
  upstream.on('error', () => response.writeHead(502).end())
  request.pipe(upstream)
}

const askedOf = (address: string, { headers }: IncomingMessage): Asked => {
  const { 'sec-fetch-dest': as, 'sec-fetch-mode': mode } = headers
  return { address, as: as === undefined || as === 'empty' ? 'fetch' : String(as), isCors: mode === 'cors' }
}

const HASHED = /[.-]([0-9a-f]{16,}|[A-Z0-9]{8}|[\w-]{10})\.(js|css|woff2|svg)$/

const etagOf = (content: Buffer): string => `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`

const sendFile = (request: IncomingMessage, response: ServerResponse, file: string): void => {
  const compressed = existsSync(`${file}.br`)
  if (!compressed && !existsSync(file)) return void response.writeHead(404).end()
  const content = readFileSync(compressed ? `${file}.br` : file)
  const etag = etagOf(content)
  const hashed = HASHED.test(file)
  if (!hashed && request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': content.length,
    'access-control-allow-origin': '*',
    ...(hashed ? { 'cache-control': 'public, max-age=31536000, immutable' } : { 'cache-control': 'no-cache', etag }),
    ...(compressed && { 'content-encoding': 'br' }),
  })
  response.end(content)
}

export const serveVariant = async ({ page, api, tls }: ServeOptions): Promise<Served> => {
  const asked = new Map<string, Asked>()
  let [shown, html] = [page, brotliCompressSync(documentOf(page))]
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    if (pathname.startsWith('/api/')) return passOn(request, response, api)
    if (pathname.startsWith('/files/')) asked.set(pathname, askedOf(pathname, request))
    if (pathname.startsWith('/files/'))
      return sendFile(request, response, join(shown.folder, pathname.slice('/files/'.length)))
    const etag = etagOf(html)
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
    response.writeHead(200, { ...type, 'cache-control': 'no-cache', etag })
    response.end(html)
  }
  const plain = createServer(answer)
  // Node's HTTP/2 hands over the same shapes; HTTP/1.1's server has the types.
  const secure = tls && createSecureServer({ ...tls, allowHTTP1: true })
  secure?.on('request', (request, response) => plain.emit('request', request, response))
  const server = secure ?? plain
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    asked,
    show: (next) => {
      ;[shown, html] = [next, brotliCompressSync(documentOf(next))]
    },
    stop: () => {
      server.close()
      plain.closeAllConnections()
    },
  }
}
