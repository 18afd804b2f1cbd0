import { createWorkspace, hash, type Workspace } from '../../../testing/workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await createWorkspace()
})
afterEach(() => workspace.remove())

const ask = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const app = await workspace.gateway()
  const answer = await app.inject({ url, headers, method })
  await app.close()
  return answer
}

const main = `/shell/main.${hash}.js`
const entry = `/remotes/mfe-auth/1.2.0/remote-entry.${hash}.js`

// Rule: M-RELEASE-7
test('a hashed file is cached for ever, with its type', async () => {
  const { statusCode, headers, body } = await ask(entry)
  expect(statusCode).toBe(200)
  expect(body).toBe('var mfe_auth')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('other origins may load the files of remotes, and not those of the shell', async () => {
  const remote = await ask(entry)
  expect(remote.headers['access-control-allow-origin']).toBe('*')
  expect(remote.headers['cross-origin-resource-policy']).toBe('cross-origin')
  const shell = await ask(main)
  expect(shell.headers['access-control-allow-origin']).toBeUndefined()
  expect(shell.headers['cross-origin-resource-policy']).toBe('same-origin')
})

const encodingOf = async (accepted: string) => {
  const { headers } = await ask(main, { 'accept-encoding': accepted })
  expect(headers.vary).toBe('Accept-Encoding')
  return headers['content-encoding']
}

// Rule: M-GATEWAY-6
test('a file comes in the best encoding that both sides have', async () => {
  expect(await encodingOf('gzip, deflate, br')).toBe('br')
  expect(await encodingOf('gzip')).toBe('gzip')
  expect(await encodingOf('*')).toBe('br')
  expect(await encodingOf('br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(await encodingOf('identity')).toBeUndefined()
})

test('a file without a compressed copy comes as it was built', async () => {
  const { headers, body } = await ask(entry, { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBeUndefined()
  expect(body).toBe('var mfe_auth')
})

// Rule: M-GATEWAY-6
test('a file that the browser has is not sent again', async () => {
  const { headers } = await ask(main, { 'accept-encoding': 'br' })
  const again = await ask(main, { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('HEAD tells the size and sends nothing', async () => {
  const { statusCode, headers, body } = await ask(main, { 'accept-encoding': 'br' }, 'HEAD')
  expect(statusCode).toBe(200)
  expect(headers['content-length']).toBe(String('brotli copy'.length))
  expect(body).toBe('')
})

// Rule: M-GATEWAY-9
test.each([
  ['another version', `/remotes/mfe-auth/1.1.0/remote-entry.${hash}.js`],
  ['another remote', `/remotes/mfe-nada/1.2.0/remote-entry.${hash}.js`],
  ['the descriptor of another version', '/remotes/mfe-auth/1.1.0/remote.json'],
  ['a compressed copy', `${main}.br`],
  ['a part of a page', '/remotes/mfe-landing/1.2.0/prerender/landing.html'],
  ['the manifest', '/shell/shell.json'],
  ['a path that climbs', '/remotes/mfe-auth/1.2.0/..%2f..%2fremote.json'],
  ['a folder', '/shell/'],
])('%s is not found, as plain text', async (_what, url) => {
  const { statusCode, headers } = await ask(url)
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
})
