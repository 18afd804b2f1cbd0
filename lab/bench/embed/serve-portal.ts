import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ANALYTICS_ELEMENT, ANALYTICS_REMOTE, DEFAULT_CHANNEL, EMBED_ENTRY, embedBase } from '@atalaia/contracts'
import { freePort, type Client } from '@atalaia/stack'

/** The embed, one file of the portal's own, and a frame. */
export const EMBED_METHODS = ['ours', 'single', 'frame'] as const
export type EmbedMethod = (typeof EMBED_METHODS)[number]

export type PortalOptions = {
  readonly gateway: string
  readonly single: string
  readonly register: (origin: string) => Promise<Client>
}

export type Portal = { urlOf(method: EmbedMethod): string; stop(): void }

const FETCH_TOKEN = `const getToken = async () => (await fetch('/atalaia-token', { method: 'POST' })).text()`

const withElement = (gateway: string, script: string): string => `
<script type="module">${FETCH_TOKEN}
document.querySelector('${ANALYTICS_ELEMENT}').getToken = getToken</script>
<script type="module" src="${script}"></script>
<${ANALYTICS_ELEMENT} api="${gateway}/api"></${ANALYTICS_ELEMENT}>`

const withFrame = (gateway: string, portal: string): string => `
<iframe title="Vazamentos" style="width: 100%; border: 0" sandbox="allow-scripts allow-forms"
  src="${gateway}${embedBase(ANALYTICS_REMOTE)}frame.html?portal=${portal}"></iframe>
<script type="module">${FETCH_TOKEN}
const frame = document.querySelector('iframe')
addEventListener('message', ({ data, ports: [port] }) => {
  if (data.type !== 'atalaia:open') return
  port.onmessage = async ({ data: { type, id, height } }) => {
    if (type === 'token-needed') port.postMessage({ type: 'token', id, token: await getToken() })
    if (type === 'resize') frame.height = height
  }
})
frame.contentWindow.postMessage({ type: 'atalaia:hello' }, '*')</script>`

const sendFile = (response: ServerResponse, file: string): void => {
  if (!existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' })
  response.end(brotliCompressSync(readFileSync(file)))
}

export const servePortal = async ({ gateway, single, register }: PortalOptions): Promise<Portal> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { id, secret } = await register(origin)
  const fetchToken = async (): Promise<string> => {
    const answer = await fetch(`${gateway}/api/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'leaks:read emails:add' }),
    })
    const { access_token: token } = await answer.json()
    return String(token)
  }
  const bodies: Readonly<Record<EmbedMethod, string>> = {
    ours: withElement(gateway, `${gateway}${embedBase(ANALYTICS_REMOTE, DEFAULT_CHANNEL)}${EMBED_ENTRY}`),
    single: withElement(gateway, `/files/${EMBED_ENTRY}`),
    frame: withFrame(gateway, origin),
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname === '/atalaia-token') return void fetchToken().then((token) => response.end(token))
    if (pathname.startsWith('/files/')) return sendFile(response, join(single, pathname.slice('/files/'.length)))
    const method = EMBED_METHODS.find((known) => pathname === `/${known}`)
    if (!method) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Portal</title>
<link rel="icon" href="data:,"><body style="margin: 0">${bodies[method]}`)
  })
  await new Promise<void>((done) => server.listen(port, 'localhost', done))
  return {
    urlOf: (method) => `${origin}/${method}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
