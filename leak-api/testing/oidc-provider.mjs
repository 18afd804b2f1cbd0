// Runs two real OpenID providers (`oidc-provider`), each with one client, and prints their addresses as JSON. Whoever signs
// in types the subject. `PUT /-/users` says what they tell of it, `PUT /-/faults` what is wrong with their answers. A process
// of its own, so that the package runs as it is: Jest would turn it into CommonJS.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, decodeJwt } from 'jose'
import { Provider } from 'oidc-provider'

const [redirectUris] = process.argv.slice(2).map((text) => JSON.parse(text))
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256', { extractable: true })
const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
let users = {}
let faults = {}

const client = (id) => ({ client_id: id, client_secret: `${id}-secret`, redirect_uris: redirectUris })

const page = (action) => `<!doctype html><html lang="pt-BR"><title>Provedor</title><main><h1>Provedor</h1>
<form method="post" action="${action}"><label>Usuário do provedor <input name="login" autofocus></label>
<button>Entrar no provedor</button></form></main></html>`

const start = async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${server.address().port}`
  const provider = new Provider(issuer, {
    clients: [client('atalaia'), client('other')],
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    claims: { email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...users[id] }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  // An answer of the provider with other claims, or signed with another key.
  provider.use(async (context, next) => {
    await next()
    const { claims, signedByStranger } = faults
    const token = context.body?.id_token
    if (token === undefined || (claims === undefined && !signedByStranger)) return
    context.body.id_token = await new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(signedByStranger ? stranger.privateKey : privateKey)
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url, issuer)
    if (pathname.startsWith('/-/')) {
      const told = await json(request)
      if (pathname === '/-/users') users = told
      else faults = told
      return response.end('{}')
    }
    if (faults.silent) return
    if (faults.status) return response.writeHead(faults.status).end()
    if (!pathname.startsWith('/interaction/')) return handle(request, response)
    if (request.method === 'GET')
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(pathname))
    let body = ''
    for await (const part of request) body += part
    const accountId = new URLSearchParams(body).get('login')
    const result = accountId === 'no' ? { error: 'access_denied' } : { login: { accountId } }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return issuer
}

const issuers = [await start(), await start()]
process.stdout.write(`${JSON.stringify(issuers)}\n`)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
