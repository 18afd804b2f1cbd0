import { sql } from '@atalaia/database'
import { rolloutsAnswer, type Rollout } from '@atalaia/artifact'
import { until } from '@atalaia/database/testing/until'
import { createRollouts } from './rollouts.ts'
import { number, object } from 'zod/mini'
import { createBuild } from '../../testing/archives.ts'
import { bearer, createPublished, openTestDatabase, order, publishBuild, versionIn } from '../../testing/published.ts'
import {
  addressIn,
  createPromoted,
  crowd,
  FORGER,
  heldOf,
  live,
  NAME,
  newBrowser,
  promoteLater,
} from '../../testing/reporting-browsers.ts'

type Stage = Awaited<ReturnType<typeof createPromoted>>

const start = async ({ app, token }: Pick<Stage, 'app' | 'token'>, more: object = {}) => {
  await publishBuild(app, token, createBuild(NAME, '1.2.0'))
  const body = { version: '1.2.0', steps: [50, 100], every: 3_600_000, why: 'new chart', ...more }
  return order(app, token, `${NAME}/rollouts/start`, body)
}
const rolloutsOf = async ({ app, token }: Pick<Stage, 'app' | 'token'>) => {
  const answer = await app.inject({ url: `/-/remotes/${NAME}/rollouts`, headers: bearer(token) })
  return rolloutsAnswer.parse(answer.json())
}
const rolloutOf = async (stage: Pick<Stage, 'app' | 'token'>) => {
  const [found] = (await rolloutsOf(stage)).rollouts
  if (!found) throw new Error('there is no rollout')
  return found
}
const reached = (stage: Pick<Stage, 'app' | 'token'>, status: Rollout['status']) =>
  until(`the rollout is ${status}`, async () => (await rolloutOf(stage)).status === status)
const makeDue = ({ database }: Pick<Stage, 'database'>) =>
  database.execute(sql`UPDATE gateway.rollout SET next_at = now()`)
const wellBehaved = async ({ database, registry }: Pick<Stage, 'database' | 'registry'>, count: number) => {
  const [pointer] = registry.live.current().pointers
  await database.execute(
    sql`INSERT INTO gateway.activation (move, browser, network, failed, established, version)
     SELECT ${pointer?.move}::int, 'seen' || n, '10.0.' || n, false, true, CASE WHEN n % 2 = 0 THEN '1.2.0' ELSE '1.1.0' END
     FROM generate_series(1, ${count}::int) AS n`,
  )
}

// Rule: M-ROLLOUT-1, M-ROLLOUT-2, M-ROLLOUT-22
test('of two gateways one takes the step, and one that has gone leaves it to the other', async () => {
  const stage = await createPublished(await openTestDatabase())
  const token = await stage.tokenOf(NAME)
  const at = { ...stage, token }
  await publishBuild(stage.app, token, createBuild(NAME, '1.1.0'))
  await order(stage.app, token, `${NAME}/promote`, { version: '1.1.0' })
  expect((await start(at, { steps: [25, 50, 100] })).json().rollout).toMatchObject({ step: 0, status: 'running' })
  const second = await stage.open()
  await second.app.ready()
  await wellBehaved(at, 80)
  await makeDue(stage)
  await until('the second step', async () => (await rolloutOf(at)).step === 1)
  expect((await stage.registry.history(NAME)).map(({ percent }) => percent)).toEqual([50, 25, null])
  await stage.app.close()
  await stage.registry.live.refresh()
  await wellBehaved(at, 80)
  await makeDue(stage)
  await reached({ app: second.app, token }, 'done')
  const [last] = await stage.registry.history(NAME)
  expect(last).toMatchObject({
    action: 'promote',
    who: expect.stringMatching(/^gateway, rollout of token ci$/),
    why: expect.stringMatching(
      /^step 3 of 3: 1\.2\.0 failed in 0 of 40 browsers .*: no sign that it fails more often$/,
    ),
  })
  const { acts } = await rolloutOf({ app: second.app, token })
  expect(acts.map(({ act }) => act)).toEqual(['started', 'stepped', 'done'])
  expect(versionIn((await second.app.inject('/login')).body, NAME)).toBe('1.2.0')
  await second.app.close()
  await second.registry.close()
  await stage.close()
})

// Rule: M-ROLLOUT-2, M-ROLLOUT-22
test('without enough reports a rollout waits at its step, and says so', async () => {
  const stage = await createPromoted(true)
  await start(stage)
  await makeDue(stage)
  await until('a note', async () => (await rolloutOf(stage)).note !== null)
  expect(await rolloutOf(stage)).toMatchObject({
    step: 0,
    status: 'running',
    note: expect.stringContaining('too few to compare'),
  })
  await stage.close()
})

// Rule: M-ROLLOUT-3, M-ROLLOUT-4
// Threat: T-REPORT-7
test('a canary that fails more often than the stable version at the same time pauses its rollout, and goes on by force alone', async () => {
  const stage = await createPromoted(true)
  const { app, token, registry } = stage
  await start(stage)
  await wellBehaved(stage, 500)
  // New browsers, as an outsider has them.
  await crowd(app, { count: 40, networks: 40, outcome: 'failed' }, '1.2.0')
  const paused = await rolloutOf(stage)
  const reason =
    /^1\.2\.0 failed in \d+ of 2\d\d browsers .*, in the phase entry script \d+ times, .*: at least \d+\.\d times as often$/
  expect(paused).toMatchObject({ status: 'paused', step: 0, note: expect.stringMatching(reason) })
  expect(await heldOf(stage)).toBe(paused.note)
  expect((await registry.history(NAME))[0]).toMatchObject({ action: 'canary', percent: 50 })
  const { verdicts } = await rolloutsOf(stage)
  expect(verdicts).toMatchObject([{ verdict: { status: 'worse', phases: [{ phase: 'entry script' }] } }])

  const act = (what: string, body: object = {}) => order(app, token, `${NAME}/rollouts/${what}`, body)
  const refused = await act('resume')
  expect([refused.statusCode, refused.json().reasons]).toEqual([422, [{ code: 'held', message: paused.note }]])
  expect((await act('resume', { force: true })).statusCode).toBe(400)
  expect((await act('resume', { force: true, why: 'forged' })).json().rollout).toMatchObject({ status: 'running' })
  expect(await heldOf(stage)).toBeNull()
  // What was overruled does not count any more.
  expect((await rolloutsOf(stage)).verdicts).toMatchObject([{ verdict: { status: 'unknown' } }])

  expect((await act('pause', { why: 'lunch' })).json().rollout).toMatchObject({ status: 'paused', note: 'lunch' })
  await makeDue(stage)
  expect((await act('abort', { why: 'the numbers are wrong' })).json().rollout).toMatchObject({ status: 'aborted' })
  expect((await rolloutOf(stage)).acts.map((one) => one.act)).toEqual([
    'started',
    'paused',
    'resumed',
    'paused',
    'aborted',
  ])
  expect((await registry.history(NAME))[0]).toMatchObject({ action: 'rollback', why: 'the numbers are wrong' })
  expect((await act('resume')).statusCode).toBe(409)
  await stage.close()
})

// Rule: M-ROLLOUT-6
// Threat: T-REPORT-7
test('a canary whose calls fail in browsers is paused, by whomever they are reported, and never taken back for it', async () => {
  const stage = await createPromoted(true)
  const { app, registry, database } = stage
  await start(stage)
  await wellBehaved(stage, 500)
  await promoteLater(stage)
  const tellCalls = async (remoteAddress: string, failed: number) => {
    const cookie = await newBrowser(app)
    const calls = ['1.1.0', '1.2.0'].map((version) => ({
      remote: NAME,
      version,
      made: 3,
      failed: version === '1.2.0' ? failed : 0,
    }))
    await app.inject({ method: 'POST', url: '/-/reports', remoteAddress, headers: { cookie }, payload: { calls } })
  }
  for (let at = 0; at < 40; at += 1) await tellCalls(addressIn(FORGER, at + 1), 1)
  const [counted] = await database.query(
    object({ count: number() }),
    sql`SELECT count(*)::int AS count FROM gateway.measure`,
  )
  expect(counted?.count).toBe(5)
  expect(await heldOf(stage)).toBeNull()
  for (let at = 0; at < 60; at += 1) await tellCalls(addressIn(at), 1)
  const paused = await rolloutOf(stage)
  expect(paused).toMatchObject({ status: 'paused', note: expect.stringContaining('1.2.0 had failed calls in') })
  expect((await rolloutsOf(stage)).verdicts).toMatchObject([{ verdict: { status: 'worse', decidedBy: 'calls' } }])
  expect((await registry.history(NAME))[0]).toMatchObject({ action: 'canary', percent: 50 })
  await stage.close()
})

// Rule: M-ROLLOUT-4
test('known browsers of ten networks in which it fails more often take it back, and the rollout is stopped', async () => {
  const stage = await createPromoted(true)
  await start(stage)
  await wellBehaved(stage, 500)
  await promoteLater(stage)
  await crowd(stage.app, { count: 60, networks: 60, outcome: 'failed' }, '1.2.0')
  expect(await live(stage.app)).toBe('1.1.0')
  expect(await rolloutOf(stage)).toMatchObject({ status: 'stopped', note: expect.stringContaining('times as often') })
  expect((await stage.registry.history(NAME))[0]).toMatchObject({ action: 'rollback', who: 'gateway' })
  await stage.close()
})

const fail = () => Promise.reject(new Error('it has no verdict'))

// Threat: T-PUBLISH-11
test('a rollout whose step fails keeps no other one from its step', async () => {
  const stage = await createPromoted(true)
  await stage.database.execute(
    sql`INSERT INTO gateway.rollout (remote, channel, version, steps, every_ms, who, move, next_at)
     SELECT 'mfe-' || n, 'stable', '1.0.0', '[50, 100]', 60000, 'ana', (SELECT max(id) FROM gateway.move), now()
     FROM generate_series(1, 2) AS n`,
  )
  const asked: string[] = []
  const rollouts = createRollouts({
    database: stage.database,
    promote: fail,
    rollback: fail,
    hold: fail,
    heldOn: () => null,
    verdict: ({ remote }) => {
      asked.push(remote)
      return fail()
    },
  })
  await expect(rollouts.stepDue()).rejects.toThrow('it has no verdict')
  expect(asked.toSorted()).toEqual(['mfe-1', 'mfe-2'])
  await stage.close()
})

// Rule: M-ROLLOUT-5
// Threat: T-PUBLISH-10
test('another promotion overtakes a rollout, and a token of another remote starts none', async () => {
  const stage = await createPromoted(true)
  const { app, token } = stage
  const stranger = await stage.tokenOf('mfe-outro')
  expect((await start(stage)).statusCode).toBe(200)
  expect((await start({ app, token: stranger })).statusCode).toBe(403)
  await order(app, token, `${NAME}/promote`, { version: '1.2.0' })
  expect((await rolloutOf(stage)).status).toBe('overtaken')
  await stage.close()
})

test.each([
  ['shares that shrink', { steps: [50, 10, 100] }],
  ['shares that end before everybody', { steps: [1, 50] }],
  ['one share', { steps: [100] }],
  ['no time between steps', { every: 0 }],
])('%s are refused', async (_name, more) => {
  const stage = await createPromoted(true)
  expect((await start(stage, more)).statusCode).toBe(400)
  await stage.close()
})
