import type { FastifyInstance } from 'fastify'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, databases, order, publishBuild, versionIn } from '../../testing/published.ts'

jest.setTimeout(180_000)

const start = async (production = false) => {
  const stage = await createPublished(await databases[0][1](), { production, overridable: false })
  const token = await stage.tokenOf('mfe-novo')
  for (const version of ['1.0.0', '1.1.0']) {
    await publishBuild(stage.app, token, createBuild('mfe-novo', version))
    await order(stage.app, token, 'mfe-novo/promote', { version })
  }
  return { ...stage, token }
}

const newBrowser = async (app: FastifyInstance) =>
  String((await app.inject('/login')).headers['set-cookie']).split(';')[0] ?? ''
const tell = (app: FastifyInstance, cookie: string | undefined, outcome: string, remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: '/-/reports',
    remoteAddress,
    headers: cookie === undefined ? {} : { cookie },
    payload: {
      activations: [{ remote: 'mfe-novo', version: '1.1.0', outcome, phase: 'entry', milliseconds: { entry: 120 } }],
      vitals: [{ route: '/login', name: 'LCP', value: 900 }],
    },
  })
const live = async (app: FastifyInstance) => versionIn((await app.inject('/login')).body, 'mfe-novo')

// Rule: M-ROLLBACK-1, M-ROLLBACK-5
test('a version that fails in more than one browser of twenty is taken back, and history says so', async () => {
  const { app, registry, close } = await start()
  for (let at = 0; at < 18; at += 1) await tell(app, await newBrowser(app), 'ready')
  await tell(app, await newBrowser(app), 'failed')
  expect(await live(app)).toBe('1.1.0')
  await tell(app, await newBrowser(app), 'failed')
  expect(await live(app)).toBe('1.0.0')
  const [last] = await registry.history('mfe-novo')
  expect(last).toMatchObject({ action: 'rollback', who: 'gateway', why: expect.stringContaining('2 of 20 browsers') })
  await close()
})

// Rule: M-ROLLBACK-2
test('one browser, however often it complains, and reports without a signed browser take nothing back', async () => {
  const { app, close } = await start()
  const one = await newBrowser(app)
  const answers = []
  for (let at = 0; at < 40; at += 1) answers.push((await tell(app, one, 'failed')).statusCode)
  for (let at = 0; at < 30; at += 1) await tell(app, undefined, 'failed')
  for (let at = 0; at < 30; at += 1) await tell(app, `atalaia_browser=forged${at}.c2lnbmF0dXJl`, 'failed')
  expect(await live(app)).toBe('1.1.0')
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 204))
  expect(answers[39]).toBe(429)
  await close()
})

// Rule: M-ROLLBACK-3
test('one address that makes itself ever new browsers takes nothing back', async () => {
  const { app, close } = await start(true)
  for (let at = 0; at < 40; at += 1) await tell(app, await newBrowser(app), 'failed', '203.0.113.7')
  expect(await live(app)).toBe('1.1.0')
  for (let at = 0; at < 20; at += 1) await tell(app, await newBrowser(app), 'failed', `203.0.113.${100 + at}`)
  expect(await live(app)).toBe('1.0.0')
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
