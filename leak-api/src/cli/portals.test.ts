import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { object, string } from 'zod/mini'
import { misuseOf } from '../../testing/command-line.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { newDataDir, newDataDirWithDatabase, runHere } from '../../testing/process.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { leakApiSocket } from '../config.ts'
import { openOperator } from '../operator.ts'
import { addPortalCommands } from '../portals/portal-commands.ts'
import { leaksCommands } from './leaks-commands.ts'
import { portalsCommands } from './portals-commands.ts'

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

const secretSchema = object({ client_id: string(), client_secret: string(), scope: string() })

onPostgres((database) => {
  test('a portal is let in through the running server', async () => {
    const { app, tools, signUp } = await createTestApi(database())
    const operator = await openOperator({ tools, path: leakApiSocket(tools.dataDir) })
    await signUp('ana@acme.com')
    const portals = runHere(portalsCommands, tools.dataDir)

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
    const token = await app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: {
        authorization: `Basic ${btoa(`${id}:${secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ grant_type: 'client_credentials', user: 'Zoë' }).toString(),
    })
    expect(token.json()).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'leaks:read' })
    const actions = await portals('actions', 'list', ...ANA, '--user', 'Zoë')
    expect(actions.out).toMatch(new RegExp(`20\\S+Z {2}Zoë {3}${id} {2}\\w{8} {2}token {3}leaks:read\n$`))
    expect((await portals('actions', 'list', ...ANA, '--user', 'Rui')).out).toBe('Nothing yet.\n')

    expect((await portals('clients', 'list', ...ANA)).out).toContain(`${id}  Portal  leaks:read`)
    expect((await portals('clients', 'revoke', id)).code).toBe(0)
    const listed = await portals('clients', 'list', ...ANA)
    expect(listed.out).toMatch(/revoked 20\d\d-/)
    expect(listed.out).not.toContain(secret)

    // The same commands under their former name.
    const leaks = runHere(leaksCommands, tools.dataDir)
    const former = await leaks('origins', 'list', ...ANA)
    expect(former).toMatchObject({ code: 0, err: 'leaks: call it as npm run portals -- origins list\n' })
    expect(former.out).toContain('https://portal.acme.com')
    const json = await leaks('origins', 'list', ...ANA, '--json')
    expect(json).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(json.out)).toMatchObject([{ origin: 'https://portal.acme.com' }])
    expect((await leaks('--help')).out).not.toContain('origins')
    await operator.close()
  })
})

test("without a server, portals ask the folder's own database, and say so", async () => {
  const dataDir = await newDataDirWithDatabase()
  const { code, err } = await runHere(portalsCommands, dataDir)('origins', 'list', ...ANA)
  expect(code).toBe(1)
  expect(err).toContain(
    `portals: data folder ${dataDir}: no server runs on it; if yours has another one, set DATA_DIR\n`,
  )
  expect(err).toContain('account ana@acme.com: there is none')
})

test.each([portalsCommands, leaksCommands])(
  "$name in a folder that is not the server's names the folder, and makes no database in it",
  async (parts) => {
    const dataDir = newDataDir()
    const { code, out, err } = await runHere(parts, dataDir)('origins', 'add', 'https://portal.acme.com', ...ANA)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`data folder ${dataDir}: there is no database in it; set DATA_DIR`)
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
  },
)
