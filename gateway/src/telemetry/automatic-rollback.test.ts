import { isWorse } from '../registry/canary/judge-promotion.ts'
import { createBuild } from '../../testing/archives.ts'
import { order, publishBuild } from '../../testing/published.ts'
import {
  addressIn,
  crowd,
  FORGER,
  heldOf,
  live,
  NAME,
  newBrowser,
  promoteLater,
  createPromoted,
  tell,
} from '../../testing/reporting-browsers.ts'

// Rule: M-ROLLBACK-5, M-ROLLBACK-9
test('on one machine, outside production, twenty browsers of which half cannot bring a version up take it back', async () => {
  const stage = await createPromoted()
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
  const stage = await createPromoted(true)
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
  const stage = await createPromoted(true)
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
  const stage = await createPromoted(true)
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

// Rule: M-ROLLBACK-10, M-REPORT-8
test('screens that crash after they were shown hold a promotion, from whatever networks, and never take it back', async () => {
  const stage = await createPromoted(true)
  const { app, registry, close } = stage
  await promoteLater(stage)
  await crowd(app, { count: 18, networks: 18, outcome: 'ready' })
  const crash = { remote: NAME, version: '1.1.0', outcome: 'failed', phase: 'render', shown: true, milliseconds: {} }
  for (let network = 20; network < 32; network += 1) {
    const remoteAddress = addressIn(network)
    const cookie = await newBrowser(app)
    await tell(app, cookie, 'ready', remoteAddress)
    const payload = { activations: [crash], vitals: [] }
    await app.inject({ method: 'POST', url: '/-/reports', remoteAddress, headers: { cookie }, payload })
  }
  expect(await live(app)).toBe('1.1.0')
  expect(await heldOf(stage)).toBe('2 of 20 browsers saw a screen of 1.1.0 crash')
  const { crashes, browsers } = await registry.observations.evidence({
    remote: NAME,
    channel: 'stable',
    version: '1.1.0',
  })
  expect([crashes, browsers]).toEqual([
    { seen: 30, failed: 12 },
    { seen: 30, failed: 0 },
  ])
  const { body } = await app.inject('/-/metrics')
  expect(body).toContain(`atalaia_crashes_total{remote="${NAME}",version="1.1.0"} 12`)
  expect(body).not.toContain('outcome="failed"')
  await close()
})

// Rule: M-ROLLBACK-7
// Threat: T-REPORT-3
test('browsers that are as new as the promotion take nothing back, from however many networks', async () => {
  const stage = await createPromoted(true)
  const { app, close } = stage
  await crowd(app, { count: 60, networks: 60, outcome: 'failed' })
  expect(await live(app)).toBe('1.1.0')
  expect(await heldOf(stage)).toContain('browsers could not bring up 1.1.0')
  await close()
})

// Rule: M-ROLLBACK-7
// Threat: T-REPORT-3
test('a version that was taken back and promoted again is held and not taken back once more', async () => {
  const stage = await createPromoted(true)
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
  const stage = await createPromoted(true)
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
