import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { object, string } from 'zod/mini'
import { createCommandRun, misuseOf } from '../../testing/command-line.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { newDataDir, runHere, runPortals } from '../../testing/process.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { addPortalCommands } from '../connect/portals/portal-commands.ts'
import { leaksCommands } from './leaks-commands.ts'

const ANA = ['--account', 'ana@acme.com']

test.each([
  ['origins', 'origins: no such command; there are origins add'],
  ['origins add', '--account EMAIL is missing'],
  ['origins add --account a@b.com', 'ORIGIN is missing'],
  ['origins add https://a.com https://b.com --account a@b.com', 'unexpected argument: https://b.com'],
  ['clients create --account a@b.com', 'NAME is missing'],
  [`clients create ${'n'.repeat(101)} --account a@b.com`, 'more than 100 characters'],
  ['clients revoke', 'CLIENT_ID is missing'],
  ['actions list', '--account EMAIL is missing'],
  ['actions list ana --account a@b.com', 'unexpected argument: ana'],
  ['origins list https://a.com --account a@b.com', 'unexpected argument: https://a.com'],
  ['clients list Portal --account a@b.com', 'unexpected argument: Portal'],
])('"%s" is misuse, and says why', async (words, reason) => {
  const misuse = await misuseOf((line, tools) => addPortalCommands(line, { tools }), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})

const secretSchema = object({ client_id: string(), client_secret: string(), scope: string() })

onPostgres((database) => {
  test('a portal is let in', async () => {
    const { app, tools, signUp } = await createTestApi(database())
    await signUp('ana@acme.com')
    const portals = createCommandRun((line) => addPortalCommands(line, { tools: async () => tools }))

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
  })
})

test('the process works on the database of the server, and leaks has the same commands under their former name', async () => {
  const dataDir = newDataDir()
  const database = { DATABASE_URL: await createTestDatabase() }
  const unknown = 'account ana@acme.com: there is none; its organisation is meant\n'
  expect(await runPortals(dataDir, ['origins', 'list', ...ANA], database)).toEqual({
    code: 1,
    out: '',
    err: `portals: ${unknown}`,
  })
  const leaks = runHere(leaksCommands, dataDir, database)
  expect(await leaks('origins', 'list', ...ANA)).toMatchObject({
    code: 1,
    err: `leaks: call it as npm run portals -- origins list\nleaks: ${unknown}`,
  })
  expect((await leaks('origins', 'list', ...ANA, '--json')).err).toBe(`leaks: ${unknown}`)
  expect((await leaks('--help')).out).not.toContain('origins')
})
