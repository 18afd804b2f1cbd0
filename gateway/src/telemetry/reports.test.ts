import { sourceDescriptorSchema } from '@atalaia/contracts'
import type { FastifyInstance } from 'fastify'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuild } from '../../testing/archives.ts'
import {
  bearer,
  createPublished,
  databases,
  openOwnServer,
  order,
  publishBuild,
  versionIn,
} from '../../testing/published.ts'
import { listAnswer } from '../registry/api.ts'
import { isWorse, ROLLBACK_NETWORKS } from './automatic-rollback.ts'
import { CALLS_PER_ADDRESS, CALLS_PER_BROWSER } from './report-routes.ts'

jest.setTimeout(180_000)

const NAME = 'mfe-novo'

type Stage = Awaited<ReturnType<typeof start>>

const start = async (production = false) => {
  const stage = await createPublished(await databases[0][1](), { production, overridable: false })
  const token = await stage.tokenOf(NAME)
  for (const version of ['1.0.0', '1.1.0']) {
    await publishBuild(stage.app, token, createBuild(NAME, version))
    await order(stage.app, token, `${NAME}/promote`, { version })
  }
  return { ...stage, token }
}

const newBrowser = async (app: FastifyInstance) =>
  String((await app.inject('/login')).headers['set-cookie']).split(';')[0] ?? ''
const tell = (
  app: FastifyInstance,
  cookie: string | undefined,
  outcome: string,
  remoteAddress = '127.0.0.1',
  version = '1.1.0',
) =>
  app.inject({
    method: 'POST',
    url: '/-/reports',
    remoteAddress,
    headers: cookie === undefined ? {} : { cookie },
    payload: {
      activations: [{ remote: NAME, version, outcome, phase: 'entry', milliseconds: { entry: 120 } }],
      vitals: [{ route: '/login', name: 'LCP', value: 900 }],
    },
  })
const live = async (app: FastifyInstance) => versionIn((await app.inject('/login')).body, NAME)
const heldOf = async ({ app, token }: Stage) => {
  const answer = await app.inject({ url: '/-/remotes', headers: bearer(token) })
  return listAnswer.parse(answer.json()).pointers.find(({ remote }) => remote === NAME)?.held
}

/** An address in the network with this number. */
const addressIn = (network: number, host = 1) => `198.${18 + Math.floor(network / 256)}.${network % 256}.${host}`
const FORGER = 500

type Crowd = { readonly count: number; readonly networks: number; readonly from?: number; readonly outcome: string }

/** New browsers, spread over networks, that all report the same. */
const crowd = async (app: FastifyInstance, { count, networks, from = 0, outcome }: Crowd, version = '1.1.0') => {
  for (let at = 0; at < count; at += 1)
    await tell(app, await newBrowser(app), outcome, addressIn(from + (at % networks)), version)
}

/** Makes the moves newer than the browsers, as if the browsers had been known for an hour. */
const promoteLater = ({ database }: Stage) => database.execute("UPDATE gateway.move SET at = at + interval '1 hour'")

// Rule: M-ROLLBACK-5, M-ROLLBACK-9
test('on one machine, outside production, twenty browsers of which half cannot bring a version up take it back', async () => {
  const stage = await start()
  const { app, registry, close } = stage
  for (let at = 0; at < 10; at += 1) await tell(app, await newBrowser(app), 'ready')
  for (let at = 0; at < 9; at += 1) await tell(app, await newBrowser(app), 'failed')
  expect(await live(app)).toBe('1.1.0')
  await tell(app, await newBrowser(app), 'failed')
  expect(await live(app)).toBe('1.0.0')
  const [last] = await registry.history(NAME)
  expect(last).toMatchObject({ action: 'rollback', who: 'gateway', why: expect.stringContaining('10 of 20 browsers') })
  await close()
})

// Rule: M-ROLLBACK-1
test('in production a version that known browsers of ten networks cannot bring up is taken back, at more than one of twenty', async () => {
  const stage = await start(true)
  const { app, registry, close } = stage
  await promoteLater(stage)
  await crowd(app, { count: 100, networks: 100, outcome: 'ready' })
  await crowd(app, { count: 9, networks: 9, from: 100, outcome: 'failed' })
  expect(await live(app)).toBe('1.1.0')
  await crowd(app, { count: 1, networks: 1, from: 109, outcome: 'failed' })
  expect(await live(app)).toBe('1.0.0')
  const [last] = await registry.history(NAME)
  expect(last).toMatchObject({ who: 'gateway', why: '10 of 110 browsers could not bring up 1.1.0' })
  await close()
})

// Rule: M-ROLLBACK-6
// Threat: T-REPORT-1
test('eleven forged reports from three addresses after 200 honest ones hold a promotion and change no page', async () => {
  const stage = await start(true)
  const { app, registry, token, close } = stage
  await promoteLater(stage)
  await crowd(app, { count: 200, networks: 200, outcome: 'ready' })
  await crowd(app, { count: 11, networks: 3, from: FORGER, outcome: 'failed' })
  expect(await live(app)).toBe('1.1.0')
  expect((await registry.history(NAME)).map(({ who }) => who)).not.toContain('gateway')
  expect(await heldOf(stage)).toBe('11 of 211 browsers could not bring up 1.1.0')
  const metrics = async () => (await app.inject('/-/metrics')).body
  expect(await metrics()).toContain(`atalaia_held_promotions{remote="${NAME}",channel="stable"} 1`)
  // The next move ends it.
  await order(app, token, `${NAME}/rollback`)
  expect(await heldOf(stage)).toBeNull()
  expect(await metrics()).not.toContain('atalaia_held_promotions{')
  await close()
})

// Rule: M-ROLLBACK-6
// Threat: T-REPORT-1
test('a canary that is held stays at its share, and gets another one only by force', async () => {
  const stage = await start(true)
  const { app, token, registry, close } = stage
  await publishBuild(app, token, createBuild(NAME, '1.2.0'))
  const promote = (more: object) => order(app, token, `${NAME}/promote`, { version: '1.2.0', ...more })
  await promote({ percent: 99 })
  await crowd(app, { count: 45, networks: 9, outcome: 'failed' }, '1.2.0')
  expect(registry.live.current().pointers).toMatchObject([{ candidate: '1.2.0', percent: 99, version: '1.1.0' }])
  expect(await heldOf(stage)).toContain('browsers could not bring up 1.2.0')
  for (const percent of [100, 50, 5]) {
    const refused = await promote({ percent })
    expect([refused.statusCode, refused.json().reasons.map(({ code }: { code: string }) => code)]).toEqual([
      422,
      ['held'],
    ])
  }
  expect((await promote({ percent: 100, force: true, why: 'forged' })).statusCode).toBe(200)
  expect(await heldOf(stage)).toBeNull()
  expect((await registry.history(NAME))[0]?.overruled.map(({ code }) => code)).toEqual(['held'])
  await close()
})

// Rule: M-ROLLBACK-7
// Threat: T-REPORT-3
test('browsers that are as new as the promotion take nothing back, from however many networks', async () => {
  const stage = await start(true)
  const { app, close } = stage
  await crowd(app, { count: 60, networks: 60, outcome: 'failed' })
  expect(await live(app)).toBe('1.1.0')
  expect(await heldOf(stage)).toContain('browsers could not bring up 1.1.0')
  await close()
})

// Rule: M-ROLLBACK-7
// Threat: T-REPORT-3
test('a version that was taken back and promoted again is held and not taken back once more', async () => {
  const stage = await start(true)
  const { app, token, close } = stage
  await promoteLater(stage)
  await crowd(app, { count: 20, networks: 20, outcome: 'failed' })
  expect(await live(app)).toBe('1.0.0')
  await order(app, token, `${NAME}/promote`, { version: '1.1.0' })
  await promoteLater(stage)
  await crowd(app, { count: 20, networks: 20, outcome: 'failed' })
  expect(await live(app)).toBe('1.1.0')
  expect(await heldOf(stage)).toBe('20 of 20 browsers could not bring up 1.1.0')
  await close()
})

// Rule: M-ROLLBACK-8
test('a version that fails no more often than the one before it is neither held nor taken back', async () => {
  const stage = await start(true)
  const { app, token, close } = stage
  await promoteLater(stage)
  await crowd(app, { count: 72, networks: 72, outcome: 'ready' })
  await crowd(app, { count: 8, networks: 8, from: 72, outcome: 'failed' })
  await publishBuild(app, token, createBuild(NAME, '1.2.0'))
  await order(app, token, `${NAME}/promote`, { version: '1.2.0' })
  await promoteLater(stage)
  await crowd(app, { count: 54, networks: 54, outcome: 'ready' }, '1.2.0')
  await crowd(app, { count: 6, networks: 6, from: 60, outcome: 'failed' }, '1.2.0')
  expect(await heldOf(stage)).toBeNull()
  await crowd(app, { count: 20, networks: 20, from: 100, outcome: 'failed' }, '1.2.0')
  expect(await live(app)).toBe('1.1.0')
  await close()
})

// Rule: M-ROLLBACK-8
test.each([
  ['one in twenty, with nothing to compare with', [1, 20], [0, 0], false],
  ['two in twenty, with nothing to compare with', [2, 20], [0, 0], true],
  ['two in twenty after none in twenty', [2, 20], [0, 20], false],
  ['five in twenty after none in twenty', [5, 20], [0, 20], true],
  ['10 % after 8 %', [20, 200], [16, 200], false],
  ['10 % after 1 %', [20, 200], [2, 200], true],
  ['4 % after none: as allowed', [8, 200], [0, 200], false],
])('%s', (_name, [failed = 0, seen = 0], [failedBefore = 0, seenBefore = 0], worse) => {
  expect(isWorse({ seen, failed }, { seen: seenBefore, failed: failedBefore })).toBe(worse)
})

// Rule: M-ROLLBACK-2
test('one browser, however often it complains, and reports without a signed browser count once or not at all', async () => {
  const stage = await start()
  const { app, registry, close } = stage
  const one = await newBrowser(app)
  for (let at = 0; at < 40; at += 1) await tell(app, one, 'failed')
  for (let at = 0; at < 30; at += 1) await tell(app, undefined, 'failed')
  for (let at = 0; at < 30; at += 1) await tell(app, `atalaia_browser=forged${at}.c2lnbmF0dXJl`, 'failed')
  expect(await live(app)).toBe('1.1.0')
  expect(await heldOf(stage)).toBeNull()
  const { browsers } = await registry.observations.evidence({ remote: NAME, channel: 'stable', version: '1.1.0' })
  expect(browsers).toEqual({ seen: 1, failed: 1 })
  await close()
})

// Rule: M-ROLLBACK-3
// Threat: T-REPORT-2
test.each([
  ['IPv4', (at: number) => addressIn(FORGER, at + 1)],
  ['IPv6', (at: number) => `2001:db8:7:${at.toString(16)}::1`],
])('one %s network that makes itself ever new browsers and addresses counts for five', async (_kind, addressOf) => {
  const stage = await start(true)
  const { app, registry, close } = stage
  await promoteLater(stage)
  const cookies = await Promise.all(Array.from({ length: 40 }, () => newBrowser(app)))
  await Promise.all(cookies.map((cookie, at) => tell(app, cookie, 'failed', addressOf(at))))
  expect(await live(app)).toBe('1.1.0')
  expect(await heldOf(stage)).toBeNull()
  const { browsers } = await registry.observations.evidence({ remote: NAME, channel: 'stable', version: '1.1.0' })
  expect(browsers).toEqual({ seen: 5, failed: 5 })
  await close()
})

// Rule: M-ROLLBACK-3
test('on PostgreSQL, reports that arrive at the same time pass no limit of their network', async () => {
  const opened = await databases[1][1]()
  const { app, registry, tokenOf, close } = await createPublished(opened)
  const token = await tokenOf(NAME)
  await publishBuild(app, token, createBuild(NAME, '1.0.0'))
  await order(app, token, `${NAME}/promote`, { version: '1.0.0' })
  const { move = 0 } = registry.live.current().pointers[0] ?? {}
  const report = { move, version: '1.0.0', network: '192.0.2.0/24', knownSince: 0, failed: true }
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => registry.observations.recordActivation({ ...report, browser: `b${at}` }, 5)),
  )
  const { browsers } = await registry.observations.evidence({ remote: NAME, channel: 'stable', version: '1.0.0' })
  expect(browsers).toEqual({ seen: 5, failed: 5 })
  await close()
})

test('rows of an earlier release count as reports and prove nothing', async () => {
  const stage = await start(true)
  const { registry, database, close } = stage
  const { move = 0 } = registry.live.current().pointers[0] ?? {}
  for (let at = 0; at < ROLLBACK_NETWORKS; at += 1)
    await database.execute(
      'INSERT INTO gateway.activation (move, browser, network, failed) VALUES ($1, $2, $3, true)',
      [move, `old${at}`, `192.0.2.${at}`],
    )
  expect(await registry.observations.evidence({ remote: NAME, channel: 'stable', version: '1.1.0' })).toEqual({
    browsers: { seen: 10, failed: 10 },
    established: 0,
    networks: { seen: 0, failed: 0 },
  })
  await close()
})

// Rule: M-REPORT-5
test('a browser that reports too often is told when to go on, and its office goes on', async () => {
  const { app, close } = await start(true)
  const office = addressIn(1)
  const one = await newBrowser(app)
  const answers = []
  for (let at = 0; at <= CALLS_PER_BROWSER; at += 1) answers.push(await tell(app, one, 'ready', office))
  expect(answers.slice(0, -1).map(({ statusCode }) => statusCode)).toEqual(answers.slice(1).map(() => 204))
  const last = answers.at(-1)
  expect([last?.statusCode, last?.json()]).toMatchObject([429, { message: 'too many reports' }])
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60)
  for (let at = 0; at < 14; at += 1) {
    const cookie = await newBrowser(app)
    for (let page = 0; page < 50; page += 1) expect((await tell(app, cookie, 'ready', office)).statusCode).toBe(204)
  }
  await close()
})

const root = join(import.meta.dirname, '../../..')
/** The pages of the product: the routes of its remotes. */
const pages = readdirSync(root)
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => sourceDescriptorSchema.parse(JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8'))))
  .flatMap(({ routes }) => routes)

// Rule: M-REPORT-5
// Threat: T-REPORT-4
test('twenty people behind one address look at every page three times within a minute, and then somebody floods it', async () => {
  const { app, close } = await start(true)
  const office = addressIn(1)
  const report = async (cookie: string | undefined, remoteAddress: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/-/reports',
        remoteAddress,
        headers: cookie === undefined ? {} : { cookie },
        payload: { activations: [], vitals: [{ route: '/login', name: 'LCP', value: 900 }] },
      })
    ).statusCode
  const statuses = new Set<number>()
  const people = await Promise.all(Array.from({ length: 20 }, () => newBrowser(app)))
  // One as a page gathers them, and one as it is left (M-REPORT-2).
  const perPage = 2
  const each = pages.length * 3 * perPage
  for (const cookie of people) for (let at = 0; at < each; at += 1) statuses.add(await report(cookie, office))
  expect([...statuses]).toEqual([204])
  let taken = people.length * each
  while ((await report(undefined, office)) === 204) taken += 1
  expect(taken).toBe(CALLS_PER_ADDRESS)
  expect(await report(people[0], addressIn(2))).toBe(204)
  await close()
})

test('rate limits that PostgreSQL does not count are counted in memory, and the log says so', async () => {
  const opened = await openOwnServer()
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { app, close } = await createPublished(opened, {
    database: opened.database,
    logger: { level: 'error', stream },
  })
  await opened.stop()
  const answer = await app.inject({ method: 'POST', url: '/-/reports', payload: { activations: [], vitals: [] } })
  expect(answer.statusCode).toBe(204)
  expect(lines.join('')).toContain('rate limits are counted in memory')
  await close()
})

// Rule: M-REPORT-4, M-ROLLBACK-4
test('metrics count what was reported, for this machine or with the token, and what is only slow takes nothing back', async () => {
  const { app, workspace, close } = await start()
  for (let at = 0; at < 30; at += 1) await tell(app, await newBrowser(app), 'slow')
  expect(await live(app)).toBe('1.1.0')
  await tell(app, await newBrowser(app), 'failed')
  const { body } = await app.inject('/-/metrics')
  expect(body).toContain('atalaia_activations_total{remote="mfe-novo",version="1.1.0",outcome="failed"} 1')
  expect(body).toContain('atalaia_activations_total{remote="mfe-novo",version="1.1.0",outcome="slow"} 30')
  expect(body).toContain('atalaia_load_seconds_count{remote="mfe-novo",version="1.1.0",phase="entry"} 31')
  expect(body).toContain('atalaia_web_vital_seconds_count{route="/login",name="LCP"} 31')
  expect((await app.inject({ url: '/-/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
  const guarded = await workspace.gateway({ metricsToken: 'segredo' })
  expect((await guarded.inject('/-/metrics')).statusCode).toBe(404)
  const headers = { authorization: 'Bearer segredo' }
  expect((await guarded.inject({ url: '/-/metrics', headers, remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
  await guarded.close()
  await close()
})

test('a body that is no report is refused; one as sendBeacon sends it is taken', async () => {
  const { app, close } = await start()
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/-/reports', headers: { 'content-type': 'text/plain;charset=UTF-8' }, payload })
  expect((await post('{"activations":1}')).statusCode).toBe(400)
  expect((await post('{"activations":[],"vitals":[]}')).statusCode).toBe(204)
  await close()
})
