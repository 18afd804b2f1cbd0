import { sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { rolloutsAnswer } from '@atalaia/artifact'
import { SESSION_FACTS_HEADER, writeSessionFacts } from '@atalaia/server'
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { createBuild } from '../../testing/archives.ts'
import { bearer, createPublished, openTestDatabase, order, publishBuild, versionIn } from '../../testing/published.ts'
import { newBrowser, tell } from '../../testing/reporting-browsers.ts'

const NAME = 'mfe-novo'
const HOUR_MS = 3_600_000

const createApi = async (): Promise<{ readonly api: FastifyInstance; readonly url: string }> => {
  const api = fastify()
  api.get('/api/emails', ({ headers }, reply) => {
    const organisation = headers.authorization?.replace('Bearer ', '')
    if (organisation === undefined) return reply.code(401).send()
    const role = organisation === '14' ? 'user' : 'admin'
    const facts = writeSessionFacts({ organisation, role, until: Date.now() + HOUR_MS })
    return reply.header(SESSION_FACTS_HEADER, facts).send([])
  })
  return { api, url: await api.listen({ port: 0, host: '127.0.0.1' }) }
}

type Stage = Awaited<ReturnType<typeof createPublished>> & { readonly token: string; readonly api: FastifyInstance }
let stage: Stage
beforeAll(async () => {
  const { api, url } = await createApi()
  const opened = await createPublished(await openTestDatabase(), {
    apiUpstream: url,
    audienceHeaders: ['x-beta'],
    regionHeader: 'x-country',
    trustProxy: 'loopback',
    overridable: false,
  })
  const token = await opened.tokenOf(NAME)
  for (const version of ['1.0.0', '1.1.0']) await publishBuild(opened.app, token, createBuild(NAME, version))
  await order(opened.app, token, `${NAME}/promote`, { version: '1.0.0' })
  stage = { ...opened, token, api }
})
afterAll(async () => {
  await stage.close()
  await stage.api.close()
})

const plan = (audience: object, more: object = {}) =>
  order(stage.app, stage.token, `${NAME}/plans`, { version: '1.1.0', audience, ...more })
const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
const page = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
  const browser = await newBrowser(stage.app)
  const cookie = [browser, headers.cookie].filter(Boolean).join('; ')
  return stage.app.inject({ url: '/login', headers: { ...headers, cookie }, remoteAddress })
}
const versionFor = async (...of: Parameters<typeof page>) => versionIn((await page(...of)).body, NAME)
const callOf = (organisation: string, headers: Record<string, string> = {}) =>
  stage.app.inject({ url: '/api/emails', headers: { ...bearer(organisation), ...headers } })

// Rule: M-AUDIENCE-1, M-AUDIENCE-2, M-AUDIENCE-4
test('a canary version is for browsers of its audience alone, by header and region, and no cache takes it for another', async () => {
  const answer = await plan({ header: ['X-Beta:1', 'X-Beta:2'], region: ['br'] })
  expect(answer.json()).toMatchObject({
    status: 'moved',
    move: { action: 'canary', percent: 100, audience: { header: ['x-beta:1', 'x-beta:2'], region: ['BR'] } },
  })
  expect(await versionFor({ 'x-beta': '2', 'x-country': 'br' })).toBe('1.1.0')
  expect(await versionFor({ 'x-beta': '2' })).toBe('1.0.0')
  expect(await versionFor({ 'x-beta': '3', 'x-country': 'BR' })).toBe('1.0.0')
  const { app, registry } = await stage.open({ audienceHeaders: [] })
  const headers = { cookie: await newBrowser(app), 'x-beta': '2', 'x-country': 'BR' }
  expect(versionIn((await app.inject({ url: '/login', headers })).body, NAME)).toBe('1.0.0')
  await app.close()
  await registry.close()
  // Not from a proxy.
  expect(await versionFor({ 'x-beta': '2', 'x-country': 'BR' }, '203.0.113.9')).toBe('1.0.0')
  const { headers: sent, body } = await page({ 'x-beta': '2', 'x-country': 'BR' })
  expect(sent['cache-control']).toBe('no-store')
  expect(sent.vary).toBe('Accept-Encoding, Cookie, x-beta, x-country')
  expect(body).not.toMatch(/x-beta|x-country|audience/i)
})

// Rule: M-AUDIENCE-4
test.each([
  ['a header that no operator has listed', { header: ['X-Role:1'] }, 409, /AUDIENCE_HEADERS/],
  ['a kind that does not exist', { country: ['BR'] }, 400, /country/],
  ['no rule', {}, 400, /at least one rule/],
])('an audience with %s is refused', async (_name, audience, status, message) => {
  const answer = await plan(audience)
  expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(message)])
})

// Rule: M-AUDIENCE-3
// Threat: T-AUDIENCE-1, T-AUDIENCE-2
test('the organisation is the API’s word about a session, and counts until the browser has none', async () => {
  await plan({ org: ['12', '14'], role: ['admin'] })
  const call = await callOf('12')
  expect(call.headers[SESSION_FACTS_HEADER]).toBeUndefined()
  const kept = String(call.headers['set-cookie'])
  expect(kept).toMatch(/^atalaia_audience=\S+; Path=\/; Max-Age=3(599|600); HttpOnly; SameSite=Lax$/)
  const session = cookieOf(call)
  expect(await versionFor({ cookie: `token=1; ${session}` })).toBe('1.1.0')
  expect(await versionFor({ cookie: `token=1; ${cookieOf(await callOf('13'))}` })).toBe('1.0.0')
  expect(await versionFor({ cookie: `token=1; ${cookieOf(await callOf('14'))}` })).toBe('1.0.0')
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS)
  expect(await versionFor({ cookie: `token=1; ${session}` })).toBe('1.0.0')
  now.mockRestore()
  const forged = Buffer.from(JSON.stringify({ organisation: '12', role: 'admin', until: Date.now() + HOUR_MS }))
  const [, mac] = session.split('.')
  expect(await versionFor({ cookie: `token=1; atalaia_audience=${forged.toString('base64url')}.${mac}` })).toBe('1.0.0')
  // A request's own word does not reach the API, and so the gateway neither.
  expect(await versionFor({ cookie: 'token=1', [SESSION_FACTS_HEADER]: '{"organisation":"12"}' })).toBe('1.0.0')
  const loggedOut = await page({ cookie: session })
  expect(versionIn(loggedOut.body, NAME)).toBe('1.0.0')
  expect(String(loggedOut.headers['set-cookie'])).toMatch(/^atalaia_audience=; Path=\/; Max-Age=0;/)
})

// Rule: M-AUDIENCE-3
// Threat: T-AUDIENCE-2
test('a call that another site causes keeps no session, nor does one that the API refuses, or one of a frame', async () => {
  expect((await callOf('12', { 'sec-fetch-site': 'cross-site' })).headers['set-cookie']).toBeUndefined()
  expect((await stage.app.inject('/api/emails')).headers['set-cookie']).toBeUndefined()
  const portal = Buffer.from('https://portal.example').toString('base64url')
  const ofFrame = await stage.app.inject({ url: `/-/portals/${portal}/api/emails`, headers: bearer('12') })
  expect([ofFrame.statusCode, ofFrame.headers['set-cookie'], ofFrame.headers[SESSION_FACTS_HEADER]]).toEqual([
    200,
    undefined,
    undefined,
  ])
})

// Rule: M-AUDIENCE-5
test('a browser keeps the version while the share of its audience grows', async () => {
  const browsers = await Promise.all(Array.from({ length: 60 }, () => newBrowser(stage.app)))
  const canaries = async () => {
    const found: string[] = []
    for (const cookie of browsers) {
      const answer = await stage.app.inject({ url: '/login', headers: { cookie, 'x-beta': '1' } })
      if (versionIn(answer.body, NAME) === '1.1.0') found.push(cookie)
    }
    return found
  }
  await plan({ header: ['x-beta:1'] }, { percent: 30 })
  const few = await canaries()
  await plan({ header: ['x-beta:1'] }, { percent: 70 })
  const more = await canaries()
  expect(few.length).toBeGreaterThan(0)
  expect(more.length).toBeGreaterThan(few.length)
  expect(more).toEqual(expect.arrayContaining(few))
})

// Rule: M-AUDIENCE-6
test('a rollout within an audience is judged by its browsers alone, and ends with the whole audience', async () => {
  const { app, registry, database, token } = stage
  const started = await plan({ header: ['x-beta:1'] }, { steps: [50, 100], every: HOUR_MS })
  expect(started.json().rollout).toMatchObject({ status: 'running', audience: { header: ['x-beta:1'] } })
  const outside = await newBrowser(app)
  await tell(app, outside, 'failed', '198.18.0.1', '1.0.0')
  const ofBrowsers = { remote: NAME, channel: 'stable', canary: '1.1.0', stable: '1.0.0' }
  expect((await registry.observations.canaryReports(ofBrowsers)).browsers).toEqual([])
  await database.execute(
    sql`INSERT INTO gateway.activation (move, browser, network, failed, established, version)
     SELECT max(id), 'seen' || n, '10.0.' || n, false, true, CASE WHEN n % 2 = 0 THEN '1.1.0' ELSE '1.0.0' END
     FROM gateway.move, generate_series(1, 60) AS n GROUP BY n`,
  )
  await database.execute(sql`UPDATE gateway.rollout SET next_at = now()`)
  await until('the rollout is done', async () => {
    const answer = await app.inject({ url: `/-/remotes/${NAME}/rollouts`, headers: bearer(token) })
    return rolloutsAnswer.parse(answer.json()).rollouts[0]?.status === 'done'
  })
  await registry.live.refresh()
  const [pointer] = registry.live.current().pointers
  expect(pointer).toMatchObject({
    version: '1.0.0',
    candidate: '1.1.0',
    percent: 100,
    audience: { header: ['x-beta:1'] },
  })
  expect(await versionFor({ 'x-beta': '1' })).toBe('1.1.0')
  expect(await versionFor()).toBe('1.0.0')
})
