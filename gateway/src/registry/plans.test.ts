import { sql } from '@atalaia/database'
import { orderProblemType as problem, plansAnswer, rolloutsAnswer } from '@atalaia/artifact'
import { until } from '@atalaia/database/testing/until'
import type { FastifyInstance } from 'fastify'
import { createBuild } from '../../testing/archives.ts'
import { bearer, createPublished, openTestDatabase, order, publishBuild, versionIn } from '../../testing/published.ts'

const NAME = 'mfe-novo'
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

type Opened = Awaited<ReturnType<typeof createPublished>>
type Stage = Opened & { readonly token: string; readonly other: string; readonly operator: FastifyInstance }

const openStage = async (): Promise<Stage> => {
  const opened = await createPublished(await openTestDatabase(), { overridable: false })
  const operator = await opened.openOrders()
  await opened.app.ready()
  const [token, other] = [await opened.tokenOf(NAME), await opened.tokenOf(NAME)]
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publishBuild(opened.app, token, createBuild(NAME, version))
  await order(opened.app, token, `${NAME}/promote`, { version: '1.0.0' })
  const close = async () => {
    await operator.close()
    await opened.close()
  }
  return { ...opened, token, other, operator, close }
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  for (const table of ['freeze', 'approval_rule', 'plan_act', 'plan'])
    await stage.database.execute(sql`DELETE FROM ${sql.table(`gateway.${table}`)}`)
  await ask('rollback')
  await ask('promote', { version: '1.0.0', why: 'for the test', force: true })
})

const ask = (path: string, body: object = {}, token = stage.token) => order(stage.app, token, `${NAME}/${path}`, body)
const plan = (body: object, token?: string) => ask('plans', { version: '1.1.0', ...body }, token)
const plansOf = async ({ app, token }: Pick<Stage, 'app' | 'token'> = stage) =>
  plansAnswer.parse((await app.inject({ url: `/-/remotes/${NAME}/plans`, headers: bearer(token) })).json())
const planOf = async (of?: Pick<Stage, 'app' | 'token'>) => {
  const [found] = (await plansOf(of)).plans
  if (!found) throw new Error('there is no plan')
  return found
}
const settled = (status: string, of?: Pick<Stage, 'app' | 'token'>) =>
  until(`the plan is ${status}`, async () => (await planOf(of)).status === status)
const makeDue = (minutes = 0, { database } = stage) =>
  database.execute(sql`UPDATE gateway.plan SET at = now() - interval '${sql.lit(minutes)} minutes', next_at = now()`)
const live = async () => versionIn((await stage.app.inject('/login')).body, NAME)
const operate = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}) =>
  stage.operator.inject({ method, url, headers: { 'x-actor': 'ana' }, ...(method !== 'GET' && { payload }) })
const freeze = (body: object = {}) =>
  operate('POST', '/-/freezes', { name: 'Natal', starts: inHours(-1), ends: inHours(30), ...body })
const FROZEN = /^frozen by "Natal" until \d{4}-\d\d-\d\dT/

// Rule: M-SCHEDULE-1, M-SCHEDULE-2
test('of two gateways one carries a plan out, once, when its time has come', async () => {
  const asked = await order(stage.app, stage.token, `${NAME}/plans`, { version: '1.1.0', percent: 10, at: inHours(2) })
  expect([asked.statusCode, asked.json()]).toMatchObject([202, { status: 'waiting', plan: { status: 'planned' } }])
  const before = (await stage.registry.history(NAME)).length
  await makeDue(3)
  await settled('done')
  const history = await stage.registry.history(NAME)
  expect(history.length).toBe(before + 1)
  expect(history[0]).toMatchObject({ action: 'canary', percent: 10, who: 'token ci', approvedBy: null })
  expect((await planOf()).acts.map(({ act, who }) => [act, who])).toEqual([
    ['planned', 'token ci'],
    ['done', 'gateway'],
  ])
})

// Rule: M-SCHEDULE-1
test('a rollout in steps starts at its time', async () => {
  await plan({ steps: [10, 100], every: HOUR_MS, at: inHours(2) })
  await makeDue()
  await settled('done')
  const answer = await stage.app.inject({ url: `/-/remotes/${NAME}/rollouts`, headers: bearer(stage.token) })
  expect(rolloutsAnswer.parse(answer.json()).rollouts[0]).toMatchObject({ status: 'running', steps: [10, 100] })
})

// Rule: M-SCHEDULE-2
test('a plan whose version is gone when it is carried out is refused, and the reason stays with the plan', async () => {
  await plan({ at: inHours(2) })
  await stage.database.execute(sql`UPDATE gateway.artifact SET pruned_at = now() WHERE version = '1.1.0'`)
  stage.registry.live.forget(NAME, '1.1.0')
  await makeDue()
  await settled('refused')
  expect((await planOf()).note).toBe('mfe-novo 1.1.0 is not published')
  expect(await live()).toBe('1.0.0')
  await stage.database.execute(sql`UPDATE gateway.artifact SET pruned_at = NULL WHERE version = '1.1.0'`)
  stage.registry.live.forget(NAME, '1.1.0')
})

// Rule: M-SCHEDULE-3
test('a plan whose time has passed by more than 15 minutes is missed, and one that is cancelled never happens', async () => {
  await plan({ at: inHours(2) })
  await makeDue(16)
  await settled('missed')
  const { plan: second } = (await plan({ at: inHours(2) })).json()
  expect((await ask(`plans/${second.id}/cancel`, { why: 'later' })).json().plan).toMatchObject({ status: 'cancelled' })
  expect((await ask(`plans/${second.id}/cancel`)).statusCode).toBe(409)
  await makeDue()
  expect(await live()).toBe('1.0.0')
})

// Rule: M-SCHEDULE-1, M-CHANNEL-11
// Threat: T-PUBLISH-12
test.each<[string, object, number, string]>([
  ['a time that has passed', { at: '2020-01-01T00:00:00Z' }, 409, problem('time-passed')],
  ['a time that is years ahead', { at: '2099-01-01T00:00:00Z' }, 409, problem('time-too-far')],
  ['a time without its offset', { at: '2030-01-01T00:00:00' }, 400, 'about:blank'],
  ['a version that is not published', { at: inHours(1), version: '9.9.9' }, 409, problem('not-published')],
  ['an audience that nobody is asked for', { audience: { region: ['BR'] } }, 409, problem('audience-unknown')],
])('%s is refused, with the name of its problem', async (_name, body, status, type) => {
  const answer = await plan(body)
  expect([answer.statusCode, answer.json().type]).toEqual([status, type])
  expect((await plansOf()).plans).toEqual([])
})

// Threat: T-PUBLISH-12
test('of one remote fifty promotions wait, and no team touches those of another one', async () => {
  await stage.database.execute(
    sql`INSERT INTO gateway.plan (remote, channel, version, percent, who, sender, force, at, status, next_at)
     SELECT ${NAME}, 'stable', '1.1.0', 100, 'ana', 'x', false, now() + interval '1 day', 'planned', now() + interval '1 day'
     FROM generate_series(1, 50)`,
  )
  expect((await plan({ at: inHours(1) })).json().message).toContain('50 promotions wait already')
  const stranger = await stage.tokenOf('mfe-outro')
  const { id } = await planOf()
  expect((await ask(`plans/${id}/cancel`, {}, stranger)).statusCode).toBe(403)
  const elsewhere = await order(stage.app, stranger, `mfe-outro/plans/${id}/cancel`)
  expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([409, `mfe-outro: there is no plan ${id}`])
})

// Rule: M-GATE-8
test.each([
  ['a promotion', 'promote', {}],
  ['a rollout', 'rollouts/start', { steps: [10, 100], every: HOUR_MS }],
  ['a plan', 'plans', { audience: { org: ['1'] } }],
])('%s overrules the gate with a reason alone', async (_what, path, body) => {
  const forced = { version: '1.1.0', ...body, force: true }
  expect((await ask(path, forced)).statusCode).toBe(400)
  expect((await ask(path, { ...forced, why: 'a word' })).statusCode).toBe(200)
})

// Rule: M-FREEZE-2
test('in a freeze promotions, steps and plans wait or are refused with its name and end; rollbacks go, and so does force', async () => {
  await ask('promote', { version: '1.1.0' })
  await ask('rollouts/start', { version: '1.2.0', steps: [10, 100], every: 1000 })
  expect((await freeze()).statusCode).toBe(200)
  const refused = await ask('promote', { version: '1.2.0' })
  expect([refused.statusCode, refused.json().reasons]).toEqual([
    422,
    [{ code: 'frozen', message: expect.stringMatching(FROZEN) }],
  ])
  expect((await plan({ at: inHours(2) })).statusCode).toBe(422)
  expect((await plan({ at: inHours(31) })).statusCode).toBe(202)
  // The reports say nothing against it.
  await stage.database.execute(
    sql`INSERT INTO gateway.activation (move, browser, network, failed, established, version)
     SELECT (SELECT max(id) FROM gateway.move), 'seen' || n, '10.0.' || n, false, true,
       CASE WHEN n % 2 = 0 THEN '1.2.0' ELSE '1.1.0' END FROM generate_series(1, 60) AS n`,
  )
  await stage.database.execute(sql`UPDATE gateway.rollout SET next_at = now()`)
  await until('the step waits', async () => {
    const answer = await stage.app.inject({ url: `/-/remotes/${NAME}/rollouts`, headers: bearer(stage.token) })
    const [rollout] = rolloutsAnswer.parse(answer.json()).rollouts
    return rollout?.status === 'running' && /step 2 of 2: frozen by "Natal"/.test(rollout.note ?? '')
  })
  await makeDue()
  await settled('refused')
  expect((await planOf()).note).toMatch(FROZEN)
  expect((await plansOf()).frozen).toMatchObject({ name: 'Natal' })
  expect((await ask('rollback')).statusCode).toBe(200)
  const forced = await ask('promote', { version: '1.2.0', force: true, why: 'security' })
  expect(forced.json().move).toMatchObject({ overruled: [{ code: 'frozen' }], why: 'security' })
})

const check = (token = stage.token) =>
  order(stage.app, token, 'check', { descriptor: createBuild(NAME, '1.3.0').descriptor })

// Rule: M-PUBLISH-13
test('a check warns of a freeze that holds, and the remote’s own team of another person’s approval', async () => {
  expect((await check()).json()).toEqual({ reasons: [], warnings: [], verified: null })
  await freeze()
  await requireApproval()
  expect((await check()).json().warnings).toEqual([
    { code: 'frozen', message: expect.stringMatching(FROZEN), stops: true },
    { code: 'approval', message: expect.stringContaining('within 1 h'), stops: false },
  ])
  expect((await check(await stage.tokenOf('mfe-outro'))).json().warnings).toMatchObject([{ code: 'frozen' }])
})

// Rule: M-FREEZE-3, M-RIGHT-2
test('operators alone add and remove freezes, of one remote too, and once removed they hold nothing', async () => {
  const stranger = { method: 'POST', url: '/-/freezes', headers: bearer(stage.token) } as const
  expect((await stage.app.inject({ ...stranger, payload: { name: 'x' } })).statusCode).toBe(403)
  expect((await stage.app.inject({ ...stranger, method: 'DELETE', url: '/-/freezes/1' })).statusCode).toBe(403)
  await freeze({ remote: 'mfe-outro' })
  expect((await ask('promote', { version: '1.1.0' })).statusCode).toBe(200)
  const weekly = { from: 'fri 16:00', to: 'mon 08:00', zone: 'America/Sao_Paulo' }
  const added = await freeze({ name: 'Fim de semana', starts: null, ends: null, weekly })
  const { freezes } = added.json()
  expect(freezes).toMatchObject([{ weekly, who: 'ana' }, { remote: 'mfe-outro' }])
  for (const { id } of freezes) expect((await operate('DELETE', `/-/freezes/${id}`)).statusCode).toBe(200)
  expect((await operate('GET', '/-/acts')).json().acts.slice(0, 4)).toMatchObject([
    { act: 'freeze removed', about: 'mfe-outro', who: 'ana' },
    { act: 'freeze removed', about: 'all remotes', detail: expect.stringContaining('each week from fri 16:00') },
    { act: 'freeze added', about: 'all remotes', who: 'ana' },
    { act: 'freeze added', about: 'mfe-outro', detail: expect.stringMatching(/^"Natal", from \d{4}-/) },
  ])
  expect((await operate('DELETE', '/-/freezes/1')).statusCode).toBe(404)
  expect((await freeze({ starts: inHours(2), ends: inHours(1) })).statusCode).toBe(400)
  expect((await freeze({ weekly: { ...weekly, zone: 'Brasil' } })).statusCode).toBe(400)
})

const requireApproval = () => operate('PUT', `/-/remotes/${NAME}/approval`, { within: HOUR_MS })

// Rule: M-APPROVAL-1, M-APPROVAL-2, M-CHANNEL-11, M-APPROVAL-21
test('where an operator asks for it, a promotion waits until another key has approved it, and history has both', async () => {
  await requireApproval()
  const asked = await ask('promote', { version: '1.1.0', why: 'new chart' })
  expect([asked.statusCode, asked.json()]).toMatchObject([202, { status: 'waiting', plan: { status: 'asked' } }])
  expect(await live()).toBe('1.0.0')
  const { id } = asked.json().plan
  const own = await ask(`plans/${id}/approve`)
  expect([own.statusCode, own.json()]).toMatchObject([409, { type: problem('own-request') }])
  const approved = await ask(`plans/${id}/approve`, { why: 'seen' }, stage.other)
  expect(approved.json().move).toMatchObject({ action: 'promote', who: 'token ci', approvedBy: 'token ci' })
  expect(await live()).toBe('1.1.0')
  expect((await planOf()).acts.map(({ act }) => act)).toEqual(['asked', 'approved', 'done'])
  expect((await ask('rollback')).json().move).toMatchObject({ action: 'rollback' })
})

// Rule: M-APPROVAL-1, M-APPROVAL-21
// Threat: T-PUBLISH-13
test('neither force, nor another name of the same key, nor a rollout passes by an approval, and no team ends the rule', async () => {
  await requireApproval()
  const asked = await ask('promote', { version: '1.1.0', force: true, why: 'urgent' })
  expect(asked.statusCode).toBe(202)
  const disguised = await stage.app.inject({
    method: 'POST',
    url: `/-/remotes/${NAME}/plans/${asked.json().plan.id}/approve`,
    headers: { ...bearer(stage.token), 'x-actor': 'somebody-else' },
  })
  expect(disguised.statusCode).toBe(409)
  expect((await ask('rollouts/start', { version: '1.1.0', steps: [10, 100], every: 1000 })).statusCode).toBe(202)
  expect((await plan({ audience: { org: ['1'] } })).statusCode).toBe(202)
  const url = `/-/remotes/${NAME}/approval`
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await stage.app.inject({ method, url, headers: bearer(stage.token), payload: {} })).statusCode).toBe(403)
  expect(await live()).toBe('1.0.0')
  expect((await operate('DELETE', url)).json()).toEqual({ approvals: [] })
  expect((await operate('GET', '/-/acts')).json().acts.slice(0, 2)).toMatchObject([
    { act: 'approval waived', about: NAME, detail: 'on stable', who: 'ana' },
    { act: 'approval required', about: NAME, detail: 'on stable, within 1 h', who: 'ana' },
  ])
  expect((await ask('promote', { version: '1.1.0' })).statusCode).toBe(200)
})

// Rule: M-APPROVAL-1, M-APPROVAL-21
// Threat: T-PUBLISH-13
test('a hold is not overruled by one person where another one has to approve', async () => {
  await requireApproval()
  const { plan: asked } = (await ask('rollouts/start', { version: '1.1.0', steps: [10, 100], every: HOUR_MS })).json()
  const { rollout } = (await ask(`plans/${asked.id}/approve`, {}, stage.other)).json()
  await stage.registry.hold(rollout.move, 'it fails')
  const resumed = await ask('rollouts/resume', { force: true, why: 'I know better' })
  expect([resumed.statusCode, resumed.json().type]).toEqual([409, 'urn:atalaia:problem:order-approval-needed'])
  const again = await ask('promote', { version: '1.1.0', percent: 10, force: true, why: 'I know better' })
  expect(again.json()).toMatchObject({ status: 'waiting' })
})

// Rule: M-APPROVAL-3
test('the gate judges again at the approval, and what is refused, or not approved in time, is never carried out', async () => {
  await requireApproval()
  const { id } = (await ask('promote', { version: '1.1.0' })).json().plan
  await freeze()
  const refused = await ask(`plans/${id}/approve`, {}, stage.other)
  expect([refused.statusCode, refused.json().reasons]).toMatchObject([422, [{ code: 'frozen' }]])
  expect((await planOf()).status).toBe('asked')
  expect((await ask(`plans/${id}/refuse`, { why: 'too early' }, stage.other)).json().plan).toMatchObject({
    status: 'declined',
    note: 'too early',
  })
  await stage.database.execute(sql`DELETE FROM gateway.freeze`)
  await ask('promote', { version: '1.1.0' })
  await stage.database.execute(sql`UPDATE gateway.plan SET approve_until = now(), next_at = now()`)
  const { id: late } = await planOf()
  expect((await ask(`plans/${late}/approve`, {}, stage.other)).statusCode).toBe(409)
  await settled('expired')
  expect(await live()).toBe('1.0.0')
})

// Rule: M-APPROVAL-1, M-APPROVAL-21
// Threat: T-PUBLISH-13
test('a promotion that was planned before an approval was asked for is refused at its time', async () => {
  await plan({ at: inHours(2) })
  await requireApproval()
  await makeDue()
  await settled('refused')
  expect(await live()).toBe('1.0.0')
})

// Rule: M-APPROVAL-3
test('a promotion with a time of its own is judged for that time when it is approved', async () => {
  await requireApproval()
  const { id } = (await plan({ at: inHours(5) })).json().plan
  await freeze()
  const refused = await ask(`plans/${id}/approve`, {}, stage.other)
  expect([refused.statusCode, refused.json().reasons]).toMatchObject([422, [{ code: 'frozen' }]])
  expect((await planOf()).status).toBe('asked')
})

// Rule: M-APPROVAL-2
test('an approved promotion with a time of its own waits for that', async () => {
  await requireApproval()
  const { id } = (await plan({ at: inHours(5) })).json().plan
  const approved = await ask(`plans/${id}/approve`, {}, stage.other)
  expect([approved.statusCode, approved.json().plan.status]).toEqual([202, 'planned'])
  await makeDue()
  await settled('done')
  expect((await stage.registry.history(NAME))[0]).toMatchObject({ version: '1.1.0', approvedBy: 'token ci' })
})
