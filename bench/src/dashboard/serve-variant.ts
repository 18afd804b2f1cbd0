import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { defaultPublicConfig, RELEASE_ELEMENT_ID } from '@atalaia/contracts'
import { bareDescriptor, remoteNames, root, type Variant } from './build-variants.ts'

export type ServeOptions = {
  readonly variant: Variant
  /** Addresses that the page preloads. */
  readonly preload: readonly string[]
  /** The real platform, which answers `/api`. */
  readonly api: string
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

const tag = (address: string, type: Variant['scripts']): string =>
  address.endsWith('.css')
    ? `<link rel="stylesheet" href="${address}">`
    : `<script src="${address}" ${type === 'module' ? 'type="module"' : 'defer'} crossorigin="anonymous"></script>`

const preloadTag = (address: string): string => {
  const as = { '.css': 'style', '.woff2': 'font' }[extname(address)] ?? 'script'
  return `<link rel="preload" as="${as}" href="${address}" crossorigin="anonymous">`
}

const documentOf = ({ variant, preload }: ServeOptions): string => {
  const release = {
    id: 'bench',
    config: defaultPublicConfig,
    shell: { baseUrl: '/files/', files: [] },
    remotes: remoteNames.map((name) => ({ descriptor: bareDescriptor(name), baseUrl: `/files/${name}/` })),
  }
  const boot = readFileSync(join(root, 'host-shell/dist', bootFile()), 'utf8')
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atalaia</title>${variant.head ?? ''}${preload.map(preloadTag).join('')}${variant.entry.map((address) => tag(address, variant.scripts)).join('')}</head>
<body class="dark"><script>${boot}</script><div id="root"></div>
<script type="application/json" id="${RELEASE_ELEMENT_ID}">${JSON.stringify(release)}</script></body></html>`
}

const bootFile = (): string =>
  readdirSync(join(root, 'host-shell/dist')).find((file) => /^boot\.\w+\.js$/.test(file)) ?? ''

const passOn = (request: IncomingMessage, response: ServerResponse, api: string): void => {
  const upstream = ask(new URL(request.url ?? '/', api), { method: request.method, headers: request.headers })
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  upstream.on('error', () => response.writeHead(502).end())
  request.pipe(upstream)
}

const sendFile = (response: ServerResponse, file: string): void => {
  const compressed = existsSync(`${file}.br`)
  if (!compressed && !existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    ...(compressed && { 'content-encoding': 'br' }),
  })
  response.end(readFileSync(compressed ? `${file}.br` : file))
}

/** Serves a build on a free port, compressed as the gateway serves ours. */
export const serveVariant = async (options: ServeOptions): Promise<{ url: string; stop: () => void }> => {
  const page = brotliCompressSync(documentOf(options))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    if (pathname.startsWith('/api/')) return passOn(request, response, options.api)
    if (pathname.startsWith('/files/'))
      return sendFile(response, join(options.variant.folder, pathname.slice('/files/'.length)))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    response.end(page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${address.port}`, stop }
}
