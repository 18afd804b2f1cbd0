import { sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { createBuild } from '../../testing/archives.ts'
import {
  createPublished,
  openTestDatabase,
  order,
  publishBuild,
  releaseOf,
  versionIn,
} from '../../testing/published.ts'

const landing = (version: string) =>
  createBuild('mfe-landing', version, { routes: [{ id: 'landing', path: '/', access: 'public', title: 'Início' }] })

const fallbackIn = (html: string) =>
  releaseOf(html).remotes.find(({ descriptor }) => descriptor.name === 'mfe-landing')?.fallback

const start = async () => {
  const stage = await createPublished(await openTestDatabase())
  return { ...stage, token: await stage.tokenOf('mfe-landing'), stop: () => stage.close() }
}

// Rule: M-CHANNEL-1, M-CHANNEL-2, M-CHANNEL-5, M-FALLBACK-11
test('a promoted version is in the next page, prerendered HTML included; rolling back brings back what was before', async () => {
  const { app, token, stop } = await start()
  for (const version of ['1.3.0', '1.4.0'])
    expect((await publishBuild(app, token, landing(version))).statusCode).toBe(201)
  expect(versionIn((await app.inject('/')).body, 'mfe-landing')).toBe('1.2.0')
  expect(fallbackIn((await app.inject('/')).body)).toBeUndefined()
  for (const [version, before] of [
    ['1.3.0', '1.2.0'],
    ['1.4.0', '1.3.0'],
  ] as const) {
    const answer = await order(app, token, 'mfe-landing/promote', { version, why: 'melhor' })
    expect(answer.json()).toMatchObject({ status: 'moved' })
    const { body } = await app.inject('/')
    expect([versionIn(body, 'mfe-landing'), fallbackIn(body)]).toEqual([version, before])
    expect(body).toContain(`<h1>${version}</h1>`)
    const descriptor = await app.inject(`/-/fallbacks/mfe-landing/${before}`)
    expect([descriptor.json().version, descriptor.headers['cache-control']]).toEqual([before, 'no-store'])
  }
  // What was taken back is never what stands in.
  for (const [version, before] of [
    ['1.3.0', '1.2.0'],
    ['1.2.0', undefined],
  ] as const) {
    expect((await order(app, token, 'mfe-landing/rollback')).statusCode).toBe(200)
    const { body } = await app.inject('/')
    expect([versionIn(body, 'mfe-landing'), fallbackIn(body)]).toEqual([version, before])
  }
  expect((await order(app, token, 'mfe-landing/rollback')).statusCode).toBe(409)
  const { moves } = (
    await app.inject({ url: '/-/remotes/mfe-landing/history', headers: { authorization: `Bearer ${token}` } })
  ).json()
  expect(
    moves.map(({ action, version, previous, who, why }: Record<string, unknown>) => [
      action,
      version,
      previous,
      who,
      why,
    ]),
  ).toEqual([
    ['rollback', null, '1.3.0', 'token ci', null],
    ['rollback', '1.3.0', '1.4.0', 'token ci', null],
    ['promote', '1.4.0', '1.3.0', 'token ci', 'melhor'],
    ['promote', '1.3.0', null, 'token ci', 'melhor'],
  ])
  // A tab that was open all the time goes on with its files.
  expect((await app.inject('/remotes/mfe-landing/1.4.0/remote.json')).json()).toMatchObject({ version: '1.4.0' })
  await stop()
})

// Rule: M-CHANNEL-3, M-CANARY-2
test('rollback after rollback walks back what was promoted, whatever was promoted twice or tried as a canary', async () => {
  const { app, token, registry, stop } = await start()
  for (const version of ['1.3.0', '1.4.0', '1.5.0']) await publishBuild(app, token, landing(version))
  const promote = (version: string, percent = 100) => order(app, token, 'mfe-landing/promote', { version, percent })
  const back = async () => {
    await order(app, token, 'mfe-landing/rollback')
    return versionIn((await app.inject('/')).body, 'mfe-landing')
  }
  for (const version of ['1.3.0', '1.4.0', '1.3.0']) await promote(version)
  // The version before it is newer: an older one was promoted in its place for a reason.
  expect(fallbackIn((await app.inject('/')).body)).toBeUndefined()
  await promote('1.4.0')
  expect(await back()).toBe('1.3.0')
  await promote('1.5.0', 10)
  expect(await back()).toBe('1.3.0')
  await promote('1.5.0')
  const seen = [await back(), await back(), await back(), await back()]
  expect(seen).toEqual(['1.3.0', '1.4.0', '1.3.0', '1.2.0'])
  const moves = (await registry.history('mfe-landing')).slice(0, 4)
  expect(moves.map(({ previous, version }) => [previous, version])).toEqual([
    ['1.3.0', null],
    ['1.4.0', '1.3.0'],
    ['1.3.0', '1.4.0'],
    ['1.5.0', '1.3.0'],
  ])
  await stop()
})

// Rule: M-CHANNEL-4, M-FALLBACK-11
test('a version that was pruned is not rolled back to', async () => {
  const { app, token, registry, database, stop } = await start()
  for (const version of ['1.3.0', '1.4.0']) {
    await publishBuild(app, token, landing(version))
    await order(app, token, 'mfe-landing/promote', { version })
  }
  await database.execute(sql`UPDATE gateway.artifact SET promoted_at = now() - interval '31 days'`)
  expect(await registry.prune()).toEqual([{ name: 'mfe-landing', version: '1.3.0' }])
  await registry.live.refresh()
  expect(fallbackIn((await app.inject('/')).body)).toBe('1.2.0')
  expect((await app.inject('/-/fallbacks/mfe-landing/1.3.0')).statusCode).toBe(404)
  const refused = await order(app, token, 'mfe-landing/rollback')
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('1.3.0')])
  expect(versionIn((await app.inject('/')).body, 'mfe-landing')).toBe('1.4.0')
  expect((await app.inject('/remotes/mfe-landing/1.3.0/remote.json')).statusCode).toBe(404)
  await stop()
})

// Rule: M-CANARY-1, M-FALLBACK-11
test('a canary goes to its share of the browsers, and stays with each', async () => {
  const { app, token, stop } = await start()
  await publishBuild(app, token, landing('1.3.0'))
  await order(app, token, 'mfe-landing/promote', { version: '1.3.0', percent: 50 })
  const visits = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const first = await app.inject('/')
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
      const second = await app.inject({ url: '/', headers: { cookie } })
      return [versionIn(first.body, 'mfe-landing'), versionIn(second.body, 'mfe-landing'), fallbackIn(first.body)]
    }),
  )
  for (const [first, second, fallback] of visits)
    expect([second, fallback]).toEqual([first, first === '1.3.0' ? '1.2.0' : undefined])
  const canaries = visits.filter(([version]) => version === '1.3.0').length
  expect(canaries).toBeGreaterThan(10)
  expect(canaries).toBeLessThan(50)
  await order(app, token, 'mfe-landing/rollback')
  expect(versionIn((await app.inject('/')).body, 'mfe-landing')).toBe('1.2.0')
  await stop()
})

// Rule: M-REMOTE-2
test('a remote that nobody knew is in the release once it is promoted', async () => {
  const { app, tokenOf, stop } = await start()
  const token = await tokenOf('mfe-novo')
  await publishBuild(app, token, createBuild('mfe-novo', '0.1.0'))
  await order(app, token, 'mfe-novo/promote', { version: '0.1.0' })
  expect(versionIn((await app.inject('/login')).body, 'mfe-novo')).toBe('0.1.0')
  await stop()
})

const PROMISED_MS = 1000

// Rule: M-CHANNEL-6
test.each([
  ['is told by the first', true],
  ['is told nothing, and looks', false],
])('two gateways on one PostgreSQL serve the same version within a second, when the second %s', async (_name, told) => {
  const stage = await createPublished(await openTestDatabase())
  const second = await stage.open({}, told ? undefined : {})
  const token = await stage.tokenOf('mfe-landing')
  await publishBuild(stage.app, token, landing('1.3.0'))
  const versionOfSecond = async () => versionIn((await second.app.inject('/')).body, 'mfe-landing')
  expect(await versionOfSecond()).toBe('1.2.0')
  await order(stage.app, token, 'mfe-landing/promote', { version: '1.3.0' })
  await until('the second gateway serves it', async () => (await versionOfSecond()) === '1.3.0', PROMISED_MS)
  await second.app.close()
  await second.registry.close()
  await stage.close()
})
