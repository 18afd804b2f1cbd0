import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { object, string } from 'zod/mini'
import {
  killServers,
  newDataDir,
  newDataDirWithDatabase,
  runLeaks,
  runPortals,
  startServer,
} from '../../testing/process.ts'
import { misuseOf } from '../../testing/command-line.ts'
import { addPortalCommands } from '../portals/portal-commands.ts'

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
  ['actions list', '--account EMAIL is missing'],
  ['actions list ana --account a@b.com', 'there is too much: ana'],
  ['origins list https://a.com --account a@b.com', 'there is too much: https://a.com'],
  ['clients list Portal --account a@b.com', 'there is too much: Portal'],
])('"%s" is misuse, and says why', async (words, reason) => {
  const misuse = await misuseOf((line, server) => addPortalCommands(line, { server }), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})

const signUp = (url: string) =>
  fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@acme.com', password: 'uma senha bem longa' }),
  })
const secretSchema = object({ client_id: string(), client_secret: string(), scope: string() })

test('a portal is let in through the running server, and is known without it', async () => {
  const dataDir = await newDataDirWithDatabase()
  const server = startServer(dataDir)
  const { url } = await server.listening
  await signUp(url)
  const portals = (...words: string[]) => runPortals(dataDir, words)

  expect(await portals('origins', 'add', 'https://portal.acme.com', ...ANA)).toEqual({
    code: 0,
    out: 'https://portal.acme.com is allowed\n',
    err: '',
  })
  expect(await portals('origins', 'add', 'https://*.acme.com', ...ANA)).toMatchObject({
    code: 1,
    err: expect.stringContaining('wildcards are refused'),
  })
  expect(await portals('origins', 'list', '--account', 'nobody@acme.com')).toMatchObject({
    code: 1,
    err: expect.stringContaining('account nobody@acme.com: there is none'),
  })

  const made = await portals('clients', 'create', 'Portal', ...ANA, '--scope', 'leaks:read', '--json')
  const { client_id: id, client_secret: secret } = secretSchema.parse(JSON.parse(made.out))
  const token = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', user: 'Zoë' }),
  })
  expect(await token.json()).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'leaks:read' })
  const actions = await portals('actions', 'list', ...ANA, '--user', 'Zoë')
  expect(actions.out).toMatch(new RegExp(`20\\S+Z {2}Zoë {3}${id} {2}\\w{8} {2}token {3}leaks:read\n$`))
  expect((await portals('actions', 'list', ...ANA, '--user', 'Rui')).out).toBe('Nothing yet.\n')
  // The same commands under their former name.
  const former = await runLeaks(dataDir, ['origins', 'list', ...ANA])
  expect(former).toMatchObject({ code: 0, err: 'leaks: call it as npm run portals -- origins list\n' })
  expect(former.out).toContain('https://portal.acme.com')
  const json = await runLeaks(dataDir, ['origins', 'list', ...ANA, '--json'])
  expect(json).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(json.out)).toMatchObject([{ origin: 'https://portal.acme.com' }])
  expect((await runLeaks(dataDir, ['--help'])).out).not.toContain('origins')
  await server.kill('SIGTERM')

  const alone = await portals('clients', 'list', ...ANA)
  expect(alone.err).toBe(
    `portals: data folder ${dataDir}: no server runs on it; if yours has another one, set DATA_DIR\n`,
  )
  expect(alone.out).toContain(`${id}  Portal  leaks:read`)
  expect((await portals('clients', 'revoke', id)).code).toBe(0)
  const listed = await portals('clients', 'list', ...ANA)
  expect(listed.out).toMatch(/revoked 20\d\d-/)
  expect(listed.out).not.toContain(secret)
  expect((await portals('origins', 'list', ...ANA)).out).toContain('https://portal.acme.com')
})

test.each([
  ['portals', runPortals],
  ['leaks', runLeaks],
])("%s in a folder that is not the server's names the folder, and makes no database in it", async (_, run) => {
  const dataDir = newDataDir()
  const { code, out, err } = await run(dataDir, ['origins', 'add', 'https://portal.acme.com', ...ANA])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(`data folder ${dataDir}: there is no database in it; set DATA_DIR`)
  expect(existsSync(join(dataDir, 'db'))).toBe(false)
})
