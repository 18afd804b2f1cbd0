import { sourceDescriptorSchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { fakeClocks } from '@atalaia/server/testing/fake-clocks'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, openOwnServer, publishBuild } from '../../testing/published.ts'
import { addressIn, live, NAME, newBrowser, createPromoted, tell } from '../../testing/reporting-browsers.ts'
import { CALLS_PER_ADDRESS, CALLS_PER_BROWSER, LOGGED_PER_ADDRESS } from './report-routes.ts'

// Rule: M-REPORT-5
test('a browser that reports too often is told when to go on, and its office goes on', async () => {
  const { app, close } = await createPromoted(true)
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
const pages = readdirSync(root)
  .filter((name) => name.startsWith('mfe-'))
  .map((name) => sourceDescriptorSchema.parse(JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8'))))
  .flatMap(({ routes }) => routes)

// Rule: M-REPORT-5
// Threat: T-REPORT-4
test('twenty people behind one address look at every page three times within a minute, and then somebody floods it', async () => {
  const { app, close } = await createPromoted(true)
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
  // All within one minute, on a slow machine too.
  fakeClocks(new Date().toISOString())
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
  jest.useRealTimers()
  await close()
})

// Rule: M-REPORT-7, M-TRACE-5
// Threat: T-REPORT-6
test('failures are logged without their durations and so many of one network in a minute, and all are counted', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const opened = await openOwnServer()
  const { app, close, tokenOf } = await createPublished(opened, { logger: { level: 'warn', stream } })
  await publishBuild(app, await tokenOf(NAME), createBuild(NAME, '1.1.0'))
  const milliseconds = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`phase ${at}`, at]))
  const failure = { remote: NAME, version: '1.1.0', outcome: 'failed', phase: 'entry script', milliseconds }
  const report = (remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/-/reports',
      remoteAddress,
      payload: { activations: [failure, failure], vitals: [], trace: '4bf92f3577b34da6a3ce929d0e0e4736' },
    })
  const logged = () => lines.filter((line) => line.includes('a remote failed in a browser'))
  for (let at = 0; at < LOGGED_PER_ADDRESS; at += 1) expect((await report(addressIn(1))).statusCode).toBe(204)
  expect(logged()).toHaveLength(LOGGED_PER_ADDRESS)
  expect(JSON.parse(logged()[0] ?? '')).toMatchObject({ page_trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' })
  expect(JSON.parse(logged()[0] ?? '').report).toEqual({
    remote: NAME,
    version: '1.1.0',
    outcome: 'failed',
    phase: 'entry script',
  })
  await report(addressIn(2))
  expect(logged()).toHaveLength(LOGGED_PER_ADDRESS + 2)
  const { body } = await app.inject({ url: '/-/metrics' })
  const counted = new RegExp(`atalaia_activations_total\\{remote="${NAME}",version="1.1.0",outcome="failed"\\} (\\d+)`)
  expect(counted.exec(body)?.[1]).toBe(String(2 * LOGGED_PER_ADDRESS + 2))
  await close()
  await opened.stop()
})

// Threat: T-REPORT-6
test('failures beyond what is logged cost the database one count for a body, however many are in it', async () => {
  const opened = await openOwnServer()
  let counts = 0
  const within: Database['within'] = (milliseconds) => {
    const { query, ...rest } = opened.database.within(milliseconds)
    return { ...rest, query: (...call) => ((counts += 1), query(...call)) }
  }
  const { app, close, tokenOf } = await createPublished(opened, { database: { ...opened.database, within } })
  await publishBuild(app, await tokenOf(NAME), createBuild(NAME, '1.1.0'))
  const failure = { remote: NAME, version: '1.1.0', outcome: 'failed', phase: 'render', milliseconds: {} }
  const report = (activations: object[]) =>
    app.inject({ method: 'POST', url: '/-/reports', payload: { activations, vitals: [] } })
  const countsOf = async (activations: object[]) => {
    const before = counts
    expect((await report(activations)).statusCode).toBe(204)
    return counts - before
  }
  const full = Array.from({ length: 20 }, () => failure)
  for (let at = 0; at < LOGGED_PER_ADDRESS; at += full.length) await report(full)
  const withoutFailure = await countsOf([])
  expect(withoutFailure).toBeGreaterThan(0)
  expect(await countsOf(full)).toBe(withoutFailure + 1)
  await close()
  await opened.stop()
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

// Rule: M-REPORT-4, M-REPORT-9, M-ROLLBACK-4
test('metrics count what was reported, for this machine or with the token, and what is only slow takes nothing back', async () => {
  const { app, workspace, close } = await createPromoted()
  for (let at = 0; at < 30; at += 1) await tell(app, await newBrowser(app), 'slow')
  expect(await live(app)).toBe('1.1.0')
  await tell(app, await newBrowser(app), 'failed')
  const failure = { shell: 'http://localhost/shell/main.js' }
  const told = { method: 'POST', url: '/-/reports', headers: { 'content-type': 'text/plain' } } as const
  expect((await app.inject({ ...told, payload: JSON.stringify(failure) })).statusCode).toBe(204)
  expect((await app.inject({ ...told, payload: JSON.stringify({ shell: 'x'.repeat(501) }) })).statusCode).toBe(400)
  const { body } = await app.inject('/-/metrics')
  expect(body).toContain('atalaia_shell_failures_total{version="1.0.0"} 1')
  expect(body).toContain('atalaia_activations_total{remote="mfe-novo",version="1.1.0",outcome="failed"} 1')
  expect(body).toContain('atalaia_activations_total{remote="mfe-novo",version="1.1.0",outcome="slow"} 30')
  expect(body).toContain('atalaia_load_seconds_count{remote="mfe-novo",version="1.1.0",phase="entry script"} 31')
  expect(body).toContain('atalaia_web_vital_seconds_count{route="/login",name="LCP"} 31')
  expect((await app.inject({ url: '/-/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
  const guarded = await workspace.gateway({ metricsToken: 'segredo' })
  expect((await guarded.inject('/-/metrics')).statusCode).toBe(404)
  const headers = { authorization: 'Bearer segredo' }
  expect((await guarded.inject({ url: '/-/metrics', headers, remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
  await guarded.close()
  await close()
})

const failedIn = (phase: string) => ({
  method: 'POST' as const,
  url: '/-/reports',
  payload: {
    activations: [{ remote: 'mfe-novo', version: '1.1.0', outcome: 'failed', phase, milliseconds: { [phase]: 1 } }],
    vitals: [],
  },
})

// Threat: T-REPORT-5
test('phases that somebody invents take no label from the real ones', async () => {
  const { app, close } = await createPromoted()
  for (let at = 0; at < 30; at += 1) await app.inject(failedIn(`invented ${at}`))
  await app.inject(failedIn('render'))
  const { body } = await app.inject('/-/metrics')
  expect(body).toContain('atalaia_activation_failures_total{remote="mfe-novo",version="1.1.0",phase="render"} 1')
  expect(body).toContain('atalaia_activation_failures_total{remote="mfe-novo",version="1.1.0",phase="other"} 30')
  await close()
})

test('a body that is no report is refused; one as sendBeacon sends it is taken', async () => {
  const { app, close } = await createPromoted()
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/-/reports', headers: { 'content-type': 'text/plain;charset=UTF-8' }, payload })
  expect((await post('{"activations":1}')).statusCode).toBe(400)
  expect((await post('{"activations":[],"vitals":[]}')).statusCode).toBe(204)
  await close()
})
