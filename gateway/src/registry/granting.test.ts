import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { bearer, openTestDatabase, order, publishBuild, releaseOf } from '../../testing/published.ts'
import { migrate, openPostgres, sql } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { readFile } from 'node:fs/promises'
import { object, string } from 'zod/mini'
import { MIGRATIONS } from './registry.ts'

const greedy = (version: string, name = 'mfe-novo') =>
  createBuild(name, version, {
    token: true,
    routes: [
      { id: 'page', path: '/app/novo', access: 'session', title: 'Novo' },
      { id: 'open', path: '/novo', access: 'public', title: 'Aberta' },
      { id: 'all', path: '/app/novo/*', access: 'session', title: 'Toda' },
    ],
  })

const remoteIn = (html: string, name = 'mfe-novo') =>
  releaseOf(html).remotes.find(({ descriptor }) => descriptor.name === name)

// Rule: M-GRANT-1, M-GRANT-2, M-GRANT-3, M-FALLBACK-11, M-GRANT-21
// Threat: T-CONSENT-5
test('a remote gets what an operator granted, and what its own file asks for beyond that is refused by name', async () => {
  const stage = await createCommand(await openTestDatabase())
  const { app, run } = stage
  const token = await stage.tokenOf('mfe-novo')
  await publishBuild(app, token, greedy('1.0.0'))

  const refused = await order(app, token, 'mfe-novo/promote', { version: '1.0.0' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().reasons).toEqual([
    {
      code: 'not-granted',
      message:
        'it asks for the session’s token, public routes, routes with *; an operator grants it with: ' +
        'npm run remotes -- grant mfe-novo token,public-routes,catch-all-routes',
    },
  ])
  const self = { method: 'PUT', url: '/-/remotes/mfe-novo/grants', headers: bearer(token) } as const
  expect((await app.inject({ ...self, payload: { grants: ['token'] } })).statusCode).toBe(403)
  // A stranger's body is not read.
  const stranger = { ...self, headers: { 'content-type': 'application/json' }, payload: '{' }
  expect((await app.inject(stranger)).statusCode).toBe(401)

  const forced = { version: '1.0.0', force: true, why: 'it has to' }
  expect((await order(app, token, 'mfe-novo/promote', forced)).statusCode).toBe(200)
  const stripped = remoteIn((await app.inject('/login')).body)
  expect(stripped).toMatchObject({ trusted: false, descriptor: { token: false } })
  expect(stripped?.descriptor.routes.map(({ id }) => id)).toEqual(['page'])
  const asFallback = (await app.inject('/-/fallbacks/mfe-novo/1.0.0')).json()
  expect(asFallback).toMatchObject({ token: false, routes: [{ id: 'page' }] })

  const { code, out } = await run(['grant', 'mfe-novo', 'token,public-routes,catch-all-routes'])
  expect([code, out]).toEqual([0, 'mfe-novo  token\nmfe-novo  public-routes\nmfe-novo  catch-all-routes\n'])
  const whole = remoteIn((await app.inject('/login')).body)
  expect(whole?.descriptor).toMatchObject({ token: true, routes: { length: 3 } })
  expect(whole?.trusted).toBeUndefined()

  await run(['grant', 'mfe-novo', 'none'])
  expect((await run(['grants'])).out).toContain('nothing is granted')
  expect(remoteIn((await app.inject('/login')).body)?.descriptor.token).toBe(false)
  expect((await run(['grant', 'mfe-novo', 'everything'])).code).not.toBe(0)
  await stage.close()
})

const messagesOf = async (answer: ReturnType<typeof order>) =>
  (await answer).json().reasons?.map(({ message }: { message: string }) => message)

// Rule: M-GATE-14, M-GATE-15, M-GRANT-3
// Threat: T-PUBLISH-7
test('a new team gets neither the dashboard nor unknown addresses, and is told whose they are', async () => {
  const stage = await createCommand(await openTestDatabase())
  const { app } = stage
  const publish = async (name: string, version: string, path: string) => {
    const token = await stage.tokenOf(name)
    await publishBuild(
      app,
      token,
      createBuild(name, version, { routes: [{ id: 'page', path, access: 'session', title: 'P' }] }),
    )
    return (rest: object = {}) => order(app, token, `${name}/promote`, { version, ...rest })
  }
  const hijack = await publish('mfe-nova', '1.0.0', '/App/Main/Analytics')
  const owned = '/App/Main/Analytics (page) belongs to mfe-analytics 1.2.0 (/app/main/analytics)'
  expect(await messagesOf(hijack())).toEqual([owned])
  const all = await publish('mfe-nova', '1.1.0', '/*')
  expect((await messagesOf(all()))[0]).toContain('addresses that belong to the shell while no remote has them (/*)')
  expect((await all({ force: true, why: 'it has to' })).statusCode).toBe(200)
  expect((await app.inject('/nothing-here')).statusCode).toBe(404)
  // It is in no release, so that it keeps nobody else from what an operator grants.
  await stage.grant('mfe-livre', 'catch-all-routes', 'any-address-routes')
  expect((await (await publish('mfe-livre', '1.0.0', '/*'))()).statusCode).toBe(200)

  // A remote that is live on another channel owns its routes there, too; what everybody gets already stays.
  const first = await publish('mfe-dono', '1.0.0', '/app/place/:id')
  expect((await first({ channel: 'beta' })).statusCode).toBe(200)
  const inside = await publish('mfe-outro', '1.0.0', '/app/place/id')
  expect(await messagesOf(inside())).toEqual(['/app/place/id (page) belongs to mfe-dono 1.0.0 (/app/place/:id)'])
  // Being let through on another channel, or with a canary version, is not enough.
  for (const rest of [{ channel: 'beta' }, { percent: 10 }]) {
    expect((await inside({ ...rest, force: true, why: 'agreed' })).statusCode).toBe(200)
    expect((await inside()).statusCode).toBe(422)
  }
  expect((await inside({ force: true, why: 'agreed' })).statusCode).toBe(200)
  const next = await publish('mfe-outro', '1.0.1', '/app/place/id')
  expect((await next()).statusCode).toBe(200)
  await stage.close()
})

const reserved = (path: string, how = 'lies in') => `${path} (page) ${how} /app/stock, which is reserved to mfe-dono`
const live = (path: string, how = 'belongs to') => `${path} (page) ${how} mfe-analytics 1.2.0 (/app/main/analytics)`

// Rule: M-GATE-14, M-GATE-16, M-GATE-17, M-GATE-36
// Threat: T-PUBLISH-7
test('each way of taking the dashboard is refused with the name of whose it is, also while it is nowhere live', async () => {
  const stage = await createCommand(await openTestDatabase())
  const { app, run } = stage
  const token = await stage.tokenOf('mfe-nova')
  const refusal = async (at: number, path: string, access: 'public' | 'session') => {
    const routes = [{ id: 'page', path, access, title: 'P' }]
    const published = await publishBuild(app, token, createBuild('mfe-nova', `1.0.${at}`, { routes }))
    if (published.statusCode !== 201) return [published.json().message as string]
    return messagesOf(order(app, token, 'mfe-nova/promote', { version: `1.0.${at}` }))
  }
  expect(await run(['own', 'mfe-dono', '/app/stock'])).toMatchObject({ code: 1, err: expect.stringContaining('never') })
  expect(await run(['own', 'mfe-dono', '/app/stock/', '--ahead'])).toMatchObject({ code: 1 })
  expect(await run(['own', 'mfe-dono', '/app/Stock', '--ahead', '--reason', 'its area'])).toMatchObject({ code: 0 })
  const hijacks: [string, 'public' | 'session', ...string[]][] = [
    ['/App/Main/Analytics', 'session', live('/App/Main/Analytics')],
    ['/app//main/analytics/', 'session', live('/app//main/analytics/')],
    ['/app/main/analytics*', 'session', live('/app/main/analytics*', 'has addresses of')],
    ['/app/main/analytic%73', 'session', live('/app/main/analytics')],
    ['/App/Stock', 'session', reserved('/App/Stock')],
    ['/app//STOCK/list/', 'session', reserved('/app//STOCK/list/')],
    ['/app/stock/:id', 'session', reserved('/app/stock/:id')],
    ['/app/sto%63k/list', 'session', reserved('/app/stock/list')],
    ['/app/stock*', 'session', reserved('/app/stock*')],
    ['/app/:page', 'session', reserved('/app/:page', 'has addresses in')],
    ['/*', 'public', reserved('/*', 'has addresses in')],
    ['/:area/stock/list', 'public', reserved('/:area/stock/list', 'has addresses in')],
  ]
  for (const [at, [path, access, sentence]] of hijacks.entries())
    expect((await refusal(at, path, access)).join('; ')).toContain(sentence)
  expect(await refusal(90, '/app/stocks', 'session')).toBeUndefined()

  // Not even an overruled gate gives an address of another remote's prefix.
  expect((await order(app, token, 'mfe-nova/promote', { version: '1.0.4', force: true, why: 'w' })).statusCode).toBe(
    200,
  )
  expect(remoteIn((await app.inject('/login')).body, 'mfe-nova')?.descriptor.routes).toEqual([])
  const owner = await stage.tokenOf('mfe-dono')
  const own = createBuild('mfe-dono', '1.0.0', {
    routes: [{ id: 'page', path: '/app/stock', access: 'session', title: 'S' }],
  })
  await publishBuild(app, owner, own)
  expect((await order(app, owner, 'mfe-dono/promote', { version: '1.0.0' })).statusCode).toBe(200)

  expect((await run(['own', 'mfe-nova', '/app/stock/list'])).err).toContain('which is reserved to mfe-dono')
  expect((await run(['own', 'mfe-nova', '/app/main/analytics'])).err).toContain('mfe-analytics 1.2.0')
  expect((await run(['own', 'mfe-nova', '/app'])).err).toContain('addresses of the shell')
  expect((await stage.asTeam(token, ['own', 'mfe-nova', '/app/nova'])).err).toContain('only an operator')
  expect((await run(['owned'])).out).toBe('mfe-dono  owns /app/stock\n')
  expect((await run(['release', 'mfe-dono', '/app/stock'])).code).toBe(0)
  expect((await run(['owned'])).out).toBe('no prefix is reserved\n')
  const history = JSON.parse((await run(['grants', 'mfe-dono', '--json'])).out)
  expect(history.changes).toMatchObject([
    { act: 'released', subject: '/app/stock', who: expect.any(String) },
    { act: 'owned', subject: '/app/stock', why: 'its area' },
  ])
  await stage.close()
})

// Rule: M-GRANT-2, M-GRANT-6
// Threat: T-CONSENT-5
test('of the API a release has the parts that were granted, whatever a forced version and its sealed descriptor say', async () => {
  const stage = await createCommand(await openTestDatabase())
  const { app, run } = stage
  const token = await stage.tokenOf('mfe-nova')
  await publishBuild(app, token, createBuild('mfe-nova', '1.0.0', { api: true }))
  const refused = await messagesOf(order(app, token, 'mfe-nova/promote', { version: '1.0.0' }))
  expect(refused).toEqual([
    'it asks for calls of the API; an operator grants it with: npm run remotes -- grant mfe-nova api',
  ])
  expect((await order(app, token, 'mfe-nova/promote', { version: '1.0.0', force: true, why: 'w' })).statusCode).toBe(
    200,
  )
  const inPage = async () => remoteIn((await app.inject('/login')).body, 'mfe-nova')
  expect(await inPage()).toMatchObject({ tokenScopes: [], descriptor: { api: false } })
  await run(['grant', 'mfe-nova', 'api:leaks:read'])
  expect(await inPage()).toMatchObject({
    tokenScopes: ['leaks:read'],
    descriptor: { api: true, tokenScopes: ['leaks:read'] },
  })
  await run(['grant', 'mfe-nova', 'api'])
  const whole = await inPage()
  expect([whole?.tokenScopes, whole?.descriptor.tokenScopes, whole?.descriptor.api]).toEqual([
    undefined,
    undefined,
    true,
  ])
  expect((await run(['grant', 'mfe-nova', 'api:admin'])).code).toBe(1)
  await stage.close()
})

// Rule: M-GRANT-5
test('grants are kept with who, when and why, and are given to no name that nobody has', async () => {
  const stage = await createCommand(await openTestDatabase())
  const { app, run } = stage
  expect((await run(['grant', 'mfe-nvo', 'token'])).err).toContain('mfe-nvo was never published')
  expect((await run(['grant', 'mfe-nvo', 'token', '--ahead', '--reason', 'its first day'])).code).toBe(0)
  expect((await run(['grant', 'mfe-nvo', 'widgets'])).code).toBe(1)
  expect((await run(['grant', 'mfe-nvo', 'token,widgets', '--ahead'])).code).toBe(0)
  expect((await run(['grant', 'mfe-auth', 'widgets'])).code).toBe(0)
  expect((await run(['grants', 'mfe-auth'])).out).toContain('public-routes (its build in the workspace)')
  const token = await stage.tokenOf('mfe-nvo')
  const mine = await app.inject({ url: '/-/remotes/mfe-nvo/grants', headers: bearer(token) })
  expect(mine.json()).toMatchObject({
    granted: ['widgets', 'token'],
    mayChange: false,
    changes: [
      { act: 'granted', subject: 'widgets', why: null },
      { act: 'granted', subject: 'token', why: 'its first day' },
    ],
  })
  expect((await app.inject({ url: '/-/remotes/mfe-auth/grants', headers: bearer(token) })).statusCode).toBe(403)
  await stage.close()
})

// Rule: M-GRANT-1, M-GRANT-21
test('a remote of the workspace has what its build there asks for, and no more', async () => {
  const stage = await createCommand(await openTestDatabase())
  const { app } = stage
  const built = remoteIn((await app.inject('/login')).body, 'mfe-auth')
  expect(built?.descriptor.routes.some(({ access }) => access === 'public')).toBe(true)
  const token = await stage.tokenOf('mfe-auth')
  await publishBuild(app, token, greedy('7.0.0', 'mfe-auth'))
  const { reasons } = (await order(app, token, 'mfe-auth/promote', { version: '7.0.0' })).json()
  expect(reasons).toMatchObject([{ code: 'not-granted', message: expect.not.stringContaining('public routes,') }])
  await stage.close()
})

// Rule: M-GRANT-4
test('what was promoted before there were grants keeps what it has', async () => {
  const database = await openPostgres(await createTestDatabase())
  await migrate(database, MIGRATIONS)
  await database.execute(sql`DROP TABLE gateway.granted`)
  const { descriptor } = greedy('1.0.0')
  const any = { id: 'any', path: '/App/main/:page', access: 'session', title: 'Qualquer' }
  for (const [name, promoted, routes] of [
    ['mfe-antigo', 'now()', descriptor.routes],
    ['mfe-nunca', 'NULL', descriptor.routes],
    ['mfe-qualquer', 'now()', [any]],
    ['mfe-nada', 'now()', [{ ...any, path: '/apple/:page' }]],
  ] as const)
    await database.execute(
      sql`INSERT INTO gateway.artifact (name, version, digest, descriptor, published_by, promoted_at)
       VALUES (${name}, '1.0.0', 'd', ${JSON.stringify({ ...descriptor, name, token: routes.length > 1, api: name === 'mfe-nada', routes })}, 'ci', ${sql.raw(promoted)})`,
    )
  for (const file of ['003-grants', '004-widgets', '005-any-address-routes', '009-parts-of-the-api']) {
    await database.script(await readFile(new URL(`./migrations/${file}.sql`, import.meta.url), 'utf8'))
  }
  const granted = await database.query(
    object({ remote: string(), grant: string() }),
    sql`SELECT remote, grant_name AS "grant" FROM gateway.granted ORDER BY grant_name`,
  )
  expect(granted).toEqual([
    { remote: 'mfe-qualquer', grant: 'any-address-routes' },
    { remote: 'mfe-nada', grant: 'api' },
    ...['catch-all-routes', 'public-routes', 'token'].map((grant) => ({ remote: 'mfe-antigo', grant })),
  ])
  await database.close()
})
