// A portal's own server, on Node alone: its pages, and the endpoints that hand them tokens.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const { ATALAIA, CLIENT_ID, CLIENT_SECRET, FOLDER = '.', HOST = '127.0.0.1', PORT = '8080', POLICY } = process.env
const { SCOPE = 'leaks:read emails:add' } = process.env
const { VIEWS_CLIENT_ID = CLIENT_ID, VIEWS_CLIENT_SECRET = CLIENT_SECRET } = process.env
const { VIEWS_SCOPE = 'addresses:read cases:read cases:change' } = process.env
/** Each endpoint that hands out tokens, with its client and its scope: one for the dashboard, one for the views. */
const clients = {
  '/atalaia-token': { id: CLIENT_ID, secret: CLIENT_SECRET, scope: SCOPE },
  '/atalaia-token/views': { id: VIEWS_CLIENT_ID, secret: VIEWS_CLIENT_SECRET, scope: VIEWS_SCOPE },
}
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const strict = [
  "default-src 'self'",
  `script-src 'self' ${ATALAIA}`,
  `connect-src 'self' ${ATALAIA}`,
  `frame-src 'self' ${ATALAIA}`,
  "img-src 'self' blob: data:",
  "require-trusted-types-for 'script'",
].join('; ')
const policy = POLICY || strict

/** Client credentials (RFC 6749, section 4.4): the secret stays here, the page gets a token for ten minutes. */
const fetchToken = async ({ id, secret, scope }) => {
  const answer = await fetch(`${ATALAIA}/api/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  if (!answer.ok) throw new Error(`${ATALAIA}/api/oauth/token: ${answer.status} ${await answer.text()}`)
  const { access_token: token } = await answer.json()
  return token
}

/** Your portal looks for its own session here. This example has no users, so everybody counts as signed in. */
const isSignedIn = async (_request) => true

const answerToken = async (client, request, response) => {
  const isOwnPage = request.method === 'POST' && request.headers['sec-fetch-site'] === 'same-origin'
  if (!isOwnPage || !(await isSignedIn(request))) return response.writeHead(403).end()
  const token = await fetchToken(client)
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(token)
}

const answerFile = async (path, response) => {
  const name = path.endsWith('/') ? `${path}index.html` : path
  const type = types[extname(name)]
  if (!type) return response.writeHead(404).end()
  const content = await readFile(join(FOLDER, normalize(name)), 'utf8')
  // The pages carry Atalaia's address as the documentation writes it.
  const text = name.endsWith('.html') ? content.replaceAll('https://atalaia.example', ATALAIA) : content
  response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(text)
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://portal')
  try {
    const client = Object.hasOwn(clients, pathname) && clients[pathname]
    await (client ? answerToken(client, request, response) : answerFile(pathname, response))
  } catch (error) {
    const missing = error.code === 'ENOENT'
    if (!missing) console.error(error.message)
    response.writeHead(missing ? 404 : 502).end()
  }
})

server.listen(Number(PORT), HOST, () => {
  const url = `http://${HOST}:${server.address().port}`
  console.log(`The portal is up: ${url}`)
  // For whoever starts it as a part of something larger.
  process.send?.({ type: 'listening', url })
})
