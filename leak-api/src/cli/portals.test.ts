import { object, string } from 'zod/mini'
import { killServers, newDataDir, runLeaks, startServer } from '../../testing/process.ts'
import { readArguments } from './arguments.ts'

jest.setTimeout(120_000)
afterEach(killServers)

const ANA = ['--account', 'ana@acme.com']

test.each([
  ['origins', 'origins: no such command; there are origins add'],
  ['origins add', '--account EMAIL is missing'],
  ['origins add --account a@b.com', 'ORIGIN is missing'],
  ['origins add https://a.com https://b.com --account a@b.com', 'there is too much: https://b.com'],
  ['clients create --account a@b.com', 'NAME is missing'],
  [`clients create ${'n'.repeat(101)} --account a@b.com`, 'more than 100 characters'],
  ['clients revoke', 'CLIENT_ID is missing'],
])('"%s" is misuse, and says why', (words, reason) => {
  expect(readArguments(words.split(' '))).toEqual({ kind: 'misuse', message: expect.stringContaining(reason) })
})

const signUp = (url: string) =>
  fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@acme.com', password: 'uma senha bem longa' }),
  })
const secretSchema = object({ client_id: string(), client_secret: string(), scope: string() })

test('a portal is let in through the running server, and is known without it', async () => {
  const dataDir = newDataDir()
  const server = startServer(dataDir)
  const { url } = await server.listening
  await signUp(url)
  const leaks = (...words: string[]) => runLeaks(dataDir, words)

  expect(await leaks('origins', 'add', 'https://portal.acme.com', ...ANA)).toEqual({
    code: 0,
    out: 'https://portal.acme.com is allowed\n',
    err: '',
  })
  expect(await leaks('origins', 'add', 'https://*.acme.com', ...ANA)).toMatchObject({
    code: 1,
    err: expect.stringContaining('wildcards are refused'),
  })
  expect(await leaks('origins', 'list', '--account', 'nobody@acme.com')).toMatchObject({
    code: 1,
    err: expect.stringContaining('account nobody@acme.com: there is none'),
  })

  const made = await leaks('clients', 'create', 'Portal', ...ANA, '--scope', 'leaks:read', '--json')
  const { client_id: id, client_secret: secret } = secretSchema.parse(JSON.parse(made.out))
  const token = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  expect(await token.json()).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'leaks:read' })
  await server.kill('SIGTERM')

  expect((await leaks('clients', 'list', ...ANA)).out).toContain(`${id}  Portal  leaks:read`)
  expect((await leaks('clients', 'revoke', id)).code).toBe(0)
  const listed = await leaks('clients', 'list', ...ANA)
  expect(listed.out).toMatch(/revoked 20\d\d-/)
  expect(listed.out).not.toContain(secret)
  expect((await leaks('origins', 'list', ...ANA)).out).toContain('https://portal.acme.com')
})
