import { sql } from '@atalaia/database'
import { ROLLBACK_NETWORKS } from '../registry/canary/judge-promotion.ts'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild } from '../../testing/published.ts'
import {
  addressIn,
  FORGER,
  heldOf,
  live,
  NAME,
  newBrowser,
  promoteLater,
  createPromoted,
  tell,
} from '../../testing/reporting-browsers.ts'

// Rule: M-ROLLBACK-2
test('one browser, however often it complains, and reports without a signed browser count once or not at all', async () => {
  const stage = await createPromoted()
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
  const stage = await createPromoted(true)
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
  const opened = await openTestDatabase()
  const { app, registry, tokenOf, close } = await createPublished(opened)
  const token = await tokenOf(NAME)
  await publishBuild(app, token, createBuild(NAME, '1.0.0'))
  await order(app, token, `${NAME}/promote`, { version: '1.0.0' })
  const { move = 0 } = registry.live.current().pointers[0] ?? {}
  const facts = { network: '192.0.2.0/24', knownSince: 0, failed: true, crashed: false, inAudience: true }
  const report = { move, version: '1.0.0', ...facts }
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => registry.observations.recordActivation({ ...report, browser: `b${at}` }, 5)),
  )
  const { browsers } = await registry.observations.evidence({ remote: NAME, channel: 'stable', version: '1.0.0' })
  expect(browsers).toEqual({ seen: 5, failed: 5 })
  await close()
})

test('rows of an earlier release count as reports and prove nothing', async () => {
  const stage = await createPromoted(true)
  const { registry, database, close } = stage
  const { move = 0 } = registry.live.current().pointers[0] ?? {}
  for (let at = 0; at < ROLLBACK_NETWORKS; at += 1)
    await database.execute(
      sql`INSERT INTO gateway.activation (move, browser, network, failed) VALUES (${move}, ${`old${at}`}, ${`192.0.2.${at}`}, true)`,
    )
  expect(await registry.observations.evidence({ remote: NAME, channel: 'stable', version: '1.1.0' })).toEqual({
    browsers: { seen: 10, failed: 10 },
    crashes: { seen: 10, failed: 0 },
    established: 0,
    networks: { seen: 0, failed: 0 },
  })
  await close()
})
