import { digestOf, type Verdict } from '@atalaia/artifact'
import { sql } from '@atalaia/database'
import { createVerifierKey, readVerifierKey, signVerdict } from '@atalaia/verifier'
import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { bearer, openTestDatabase, order, publishBuild } from '../../testing/published.ts'

const NAME = 'mfe-novo'
const DAY_MS = 86_400_000
const [own, other] = [createVerifierKey(), createVerifierKey()]

type Stage = Awaited<ReturnType<typeof createCommand>>
let stage: Stage
let token: string
let shell: Verdict['shell']

beforeAll(async () => {
  stage = await createCommand(await openTestDatabase(), { verdicts: 'required' })
  token = await stage.tokenOf(NAME)
  const offer = (await stage.app.inject('/-/shell')).json()
  shell = { version: offer.version, id: offer.id }
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    await publishBuild(stage.app, token, createBuild(NAME, version))
  await stage.run(['verifiers', 'add', 'ci', own.publicKey, '--remote', NAME])
  await stage.run(['verifiers', 'add', 'ops', other.publicKey])
  await stage.run(['verifiers', 'add', 'alheio', own.publicKey, '--remote', 'mfe-outro'])
})
afterAll(() => stage.close())

const verdict = (version: string, rest: Partial<Verdict> = {}): Verdict => ({
  format: 1,
  remote: NAME,
  version,
  digest: digestOf(createBuild(NAME, version)),
  shell,
  by: { version: '1.0.0', browser: 'Chromium 150' },
  at: new Date().toISOString(),
  status: 'good',
  findings: [],
  visits: [],
  ...rest,
})
const signed = (said: Verdict, verifier = 'ci', { privateKey } = own) =>
  signVerdict(said, { verifier, key: readVerifierKey(privateKey) })
const send = (said: object) => order(stage.app, token, `${NAME}/verdicts`, said)
const promote = async (version: string, rest: object = {}) => {
  const answer = await order(stage.app, token, `${NAME}/promote`, { version, ...rest })
  return { status: answer.statusCode, reasons: answer.json().reasons }
}
const failure: Verdict['findings'][number] = {
  code: 'empty',
  level: 'failed',
  route: 'page',
  message: 'it renders nothing',
}

const check = async (version: string) => {
  const { descriptor } = createBuild(NAME, version)
  return (await order(stage.app, token, 'check', { descriptor })).json()
}

// Rule: M-VERIFY-1, M-VERIFY-3, M-GATE-8, M-PUBLISH-13, M-VERIFY-23
test('where verdicts are required, a version is promoted with a good one, and by force with a reason', async () => {
  expect(await promote('1.0.0')).toEqual({
    status: 422,
    reasons: [
      {
        code: 'not-verified',
        message:
          'no verifier has opened it in a browser: npm run remotes -- verify mfe-novo 1.0.0, or npx atalaia verify 1.0.0 in its repository',
      },
    ],
  })
  const missing = { code: 'not-verified', stops: true }
  expect(await check('1.0.0')).toMatchObject({ reasons: [], warnings: [missing], verified: null })
  expect((await check('9.0.0')).warnings).toMatchObject([missing])
  expect((await send(signed(verdict('1.0.0')))).statusCode).toBe(201)
  expect(await check('1.0.0')).toMatchObject({ warnings: [], verified: { by: 'ci' } })
  expect((await promote('1.0.0', { percent: 10 })).status).toBe(200)

  await send(signed(verdict('1.1.0', { status: 'failed', findings: [failure] })))
  const [reason] = (await promote('1.1.0')).reasons
  expect(reason.code).toBe('verdict-failed')
  expect(reason.message).toContain('failed in a browser: page: it renders nothing')
  expect((await promote('1.1.0', { force: true, why: 'it is only a word' })).status).toBe(200)
  expect((await stage.run(['history', NAME])).out).toContain('overruled: verdict-failed')
})

// Rule: M-VERIFY-2, M-VERIFY-22
// Threat: T-VERIFY-1, T-VERIFY-2
test('a verdict that is forged, replayed, out of time, or of nobody here is not taken', async () => {
  const good = signed(verdict('1.2.0'))
  const cases: [string, object, number, string][] = [
    ['another key', signed(verdict('1.2.0'), 'ci', other), 422, 'not of the key'],
    ['a changed text', { ...good, verdict: good.verdict.replace('"good"', '"gOOd"') }, 422, 'not of the key'],
    ['another content', signed(verdict('1.2.0', { digest: verdict('1.0.0').digest })), 422, 'other content'],
    ['another remote', signed({ ...verdict('1.2.0'), remote: 'mfe-outro' }, 'ops', other), 403, 'of mfe-outro'],
    ['a verifier of another remote', signed(verdict('1.2.0'), 'alheio'), 403, 'judges mfe-outro'],
    ['a stranger', { ...good, verifier: 'nobody' }, 403, 'no verifier here'],
    [
      'long ago',
      signed(verdict('1.2.0', { at: new Date(Date.now() - 31 * DAY_MS).toISOString() })),
      422,
      'too long ago',
    ],
    [
      'still to come',
      signed(verdict('1.2.0', { at: new Date(Date.now() + DAY_MS).toISOString() })),
      422,
      'still to come',
    ],
    ['never published', signed(verdict('9.0.0')), 404, 'is not published'],
    ['too large', { ...good, verdict: 'x'.repeat(48_001) }, 400, 'verdict'],
  ]
  for (const [what, said, status, message] of cases) {
    const answer = await send(said)
    expect([what, answer.statusCode]).toEqual([what, status])
    expect(answer.json().message).toContain(message)
  }
  expect((await promote('1.2.0')).reasons).toMatchObject([{ code: 'not-verified' }])

  const late = signed(verdict('1.2.0', { status: 'failed', findings: [failure] }))
  expect((await send(late)).statusCode).toBe(201)
  // What was good before it was found to fail is no news.
  expect((await send(good)).statusCode).toBe(409)
  const foreign = await order(stage.app, await stage.tokenOf('mfe-outro'), `${NAME}/verdicts`, good)
  expect(foreign.statusCode).toBe(403)
  const self = await order(stage.app, token, '../verifiers', { name: 'me', publicKey: own.publicKey, remote: null })
  expect(self.statusCode).toBe(403)
  const ask = async (method: 'GET' | 'DELETE', url: string, key: string) =>
    (await stage.app.inject({ method, url, headers: bearer(key) })).statusCode
  expect(await ask('DELETE', '/-/verifiers/ops', token)).toBe(403)
  expect(await ask('GET', `/-/remotes/${NAME}/verdicts`, await stage.tokenOf('mfe-outro'))).toBe(403)
  // What somebody wrote into the database is no verdict.
  const forge = (change: string) => stage.database.execute(sql`UPDATE gateway.verdict SET verdict = ${sql.raw(change)}`)
  await forge(`replace(verdict, '"failed"', '"good"')`)
  expect((await promote('1.2.0')).reasons).toMatchObject([{ code: 'not-verified' }])
})

// Rule: M-VERIFY-2, M-VERIFY-3, M-RIGHT-2, M-VERIFY-22, M-VERIFY-23
// Threat: T-VERIFY-2
test('what a verifier said counts no more once it is revoked, or another shell is live; and its name is not given again', async () => {
  const elsewhere = { version: '0.9.0', id: 'f'.repeat(32) }
  await send(signed(verdict('1.3.0', { shell: elsewhere })))
  const [stale] = (await promote('1.3.0')).reasons
  expect(stale).toMatchObject({ code: 'not-verified' })
  expect(stale.message).toContain('it was verified in shell 0.9.0, of which another build is live now')
  expect((await send(signed(verdict('1.3.0')))).statusCode).toBe(201)
  const judges = (remote: string) =>
    stage.database.execute(sql`UPDATE gateway.verifier SET remote = ${remote} WHERE name = 'ci'`)
  await judges('mfe-outro')
  expect((await promote('1.3.0')).reasons).toMatchObject([{ code: 'not-verified' }])
  await judges(NAME)

  const listed = await stage.app.inject({
    url: `/-/remotes/${NAME}/verdicts`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(listed.json().mode).toBe('required')
  expect(listed.json().verdicts).toContainEqual(
    expect.objectContaining({
      verifier: 'ci',
      objection: null,
      verdict: expect.objectContaining({ version: '1.3.0' }),
    }),
  )

  expect((await stage.run(['verifiers', 'revoke', 'ci'])).code).toBe(0)
  expect((await promote('1.3.0')).reasons).toMatchObject([{ code: 'not-verified' }])
  expect((await send(signed(verdict('1.3.0')))).statusCode).toBe(403)
  expect((await stage.run(['verifiers', 'add', 'ci', other.publicKey])).err).toContain('the name is taken')
  const { acts } = JSON.parse((await stage.run(['acts', '--json'])).out)
  const ofVerifiers = acts.filter(({ act }: { act: string }) => act.startsWith('verifier'))
  expect(ofVerifiers).toMatchObject([
    { act: 'verifier revoked', about: NAME, detail: `verifier ci with the key ${own.publicKey}` },
    { act: 'verifier added', about: 'mfe-outro' },
    { act: 'verifier added', about: 'all remotes', detail: expect.stringContaining('verifier ops') },
    { act: 'verifier added', about: NAME, who: expect.any(String) },
  ])
  expect((await stage.run(['verifiers', 'list'])).out).toMatch(
    /^alheio .*\nci .* mfe-novo .* revoked .*\nops .* all remotes .* counts\n$/,
  )
})

// Rule: M-VERIFY-3, M-VERIFY-23
test('where verdicts are advised, a promotion without one, in steps too, goes on and says so', async () => {
  const { app, registry } = await stage.open({}, { verdicts: 'advised' })
  const answer = await order(app, token, `${NAME}/promote`, { version: '1.3.0' })
  expect(answer.json()).toMatchObject({ status: 'moved', advice: [{ code: 'not-verified' }] })
  const steps = { version: '1.2.0', steps: [1, 100], every: 60_000 }
  const started = await order(app, token, `${NAME}/rollouts/start`, steps)
  expect(started.json()).toMatchObject({ rollout: { status: 'running' }, advice: [{ code: 'not-verified' }] })
  await app.close()
  await registry.close()
})
