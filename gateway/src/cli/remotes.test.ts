import { sql } from '@atalaia/database'
import { integrityOf } from '@atalaia/contracts/node'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createBuild } from '../../testing/archives.ts'

import { createCommand } from '../../testing/command.ts'
import { openTestDatabase, versionIn } from '../../testing/published.ts'

type Stage = Awaited<ReturnType<typeof createCommand>>
let stage: Stage
beforeAll(async () => {
  stage = await createCommand(await openTestDatabase(), { overridable: false })
})
afterAll(() => stage.close())

const MONTH_MS = 30 * 86_400_000
const done = async (args: readonly string[]) => {
  const said = await stage.run(args)
  expect(said).toMatchObject({ code: 0, err: '' })
  return said.out
}
const newToken = async (remote: string) => /atd_\S+/.exec(await done(['token', 'create', remote]))?.[0] ?? ''
const live = async (remote: string) => versionIn((await stage.app.inject('/login')).body, remote)

// Rule: M-CHANNEL-2
test('a team publishes, promotes and rolls back with its token, and the history says who, what and why', async () => {
  const token = await newToken('mfe-novo')
  for (const version of ['1.0.0', '1.1.0']) {
    const dir = await stage.write(createBuild('mfe-novo', version))
    expect((await stage.asTeam(token, ['publish', dir])).out).toContain(`mfe-novo ${version} is published`)
    expect((await stage.asTeam(token, ['publish', dir])).out).toContain('was published already')
    const moved = await stage.asTeam(token, ['promote', 'mfe-novo', version, '--reason', 'mais rápido'])
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining(`promote ${version}`)])
  }
  expect(await live('mfe-novo')).toBe('1.1.0')
  expect((await stage.asTeam(token, ['rollback', 'mfe-novo'])).out).toContain('rollback 1.1.0 → 1.0.0')
  expect(await live('mfe-novo')).toBe('1.0.0')
  const canary = await stage.asTeam(token, ['promote', 'mfe-novo', '1.1.0', '--percent', '10'])
  expect(canary.out).toContain('canary 1.1.0 at 10 %')
  expect(await done(['status'])).toMatch(/mfe-novo +stable +1\.0\.0 +canary 1\.1\.0 at 10 %/)
  const lines = (await done(['history', 'mfe-novo'])).trim().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toMatch(/promote 1\.0\.0 +by .*token ci.* because mais rápido/)
  expect(await done(['list'])).toMatch(/mfe-novo +1\.1\.0 +time/)
  expect(JSON.parse((await stage.run(['list', '--json'])).out).artifacts).toHaveLength(2)
})

// Rule: M-ROLLOUT-1
test('a rollout in steps is started, shown, paused and aborted from the command line', async () => {
  const run = (...args: string[]) => stage.run(args)
  const routes = [{ id: 'page', path: '/app/passos', access: 'session' as const, title: 'Passos' }]
  await run('publish', await stage.write(createBuild('mfe-passos', '1.0.0', { routes })))
  await run('promote', 'mfe-passos', '1.0.0')
  await run('publish', await stage.write(createBuild('mfe-passos', '1.1.0', { routes })))
  const promote = ['promote', 'mfe-passos', '1.1.0', '--every', '2h', '--steps']
  expect(await run(...promote, '50,10')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--steps are two shares'),
  })
  expect(await done([...promote, '10,50,100'])).toMatch(
    /^mfe-passos {2}stable {2}1\.1\.0 {2}running {2}\[10 %\] 50 % 100 % /,
  )
  expect(await done(['status'])).toMatch(/mfe-passos +stable +1\.0\.0 +canary 1\.1\.0 at 10 %/)
  expect(await done(['rollout', 'mfe-passos', 'pause', '--reason', 'lunch'])).toContain(
    'paused  [10 %] 50 % 100 %  lunch',
  )
  const shown = await done(['rollout', 'mfe-passos'])
  expect(shown).toMatch(/paused {2}by \S+ {2}because lunch\nnow, on stable: 1\.1\.0 failed in 0 of 0 browsers/)
  expect(await run('rollout', 'mfe-passos', 'stop')).toMatchObject({
    code: 2,
    err: expect.stringContaining('pause, resume, abort'),
  })
  expect(await done(['rollout', 'mfe-passos', 'abort'])).toContain('aborted')
  expect(await done(['status'])).toMatch(/mfe-passos +stable +1\.0\.0\n/)
})

// Rule: M-AUDIENCE-1
test('a canary version is promoted to an audience from the command line, and the status names it', async () => {
  for (const version of ['1.0.0', '1.1.0'])
    await done(['publish', await stage.write(createBuild('mfe-publico', version, { routes: [] }))])
  await done(['promote', 'mfe-publico', '1.0.0'])
  const promote = ['promote', 'mfe-publico', '1.1.0', '--for']
  expect(await done([...promote, 'org=12,13', 'role=admin', '--percent', '50'])).toContain(
    'canary 1.1.0 at 50 % for org=12,13 role=admin',
  )
  expect(await done(['status'])).toContain('canary 1.1.0 at 50 % for org=12,13 role=admin')
  expect(await done([...promote, 'org=12', '--steps', '10,100'])).toContain('[10 %] 100 % for org=12')
  expect(await stage.run([...promote, 'header=X-Beta:1'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('AUDIENCE_HEADERS'),
  })
  expect(await stage.run([...promote, 'company=12'])).toMatchObject({ code: 2, err: expect.stringContaining('--for') })
})

// Rule: M-SCHEDULE-1, M-FREEZE-3, M-APPROVAL-1, M-APPROVAL-2
test('promotions are scheduled, frozen and approved from the command line', async () => {
  const token = await newToken('mfe-agenda')
  const asTeam = (...args: string[]) => stage.asTeam(token, args)
  for (const version of ['1.0.0', '1.1.0'])
    await done(['publish', await stage.write(createBuild('mfe-agenda', version, { routes: [] }))])
  expect(await done(['approvals', 'require', 'mfe-agenda', '--hours', '8'])).toContain('approve within 8 h')
  expect((await asTeam('promote', 'mfe-agenda', '1.0.0')).out).toMatch(
    /^(\d+) {2}mfe-agenda {2}stable {2}1\.0\.0 to 100 % {2}asked/,
  )
  const [id = ''] = /^\d+/m.exec((await asTeam('plans', 'mfe-agenda')).out.split('\n')[1] ?? '') ?? []
  expect(await asTeam('plans', 'mfe-agenda', 'approve', id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('another'),
  })
  expect(await done(['plans', 'mfe-agenda', 'approve', id])).toMatch(
    /promote 1\.0\.0 {2}by .*\(token ci\) {2}approved by \S+/,
  )
  expect(await done(['approvals', 'waive', 'mfe-agenda'])).toContain('no promotion needs an approval')

  const day = new Date(Date.now() + MONTH_MS).toISOString().slice(0, 10)
  const at = `${day}T09:00-03:00`
  const planned = await asTeam('promote', 'mfe-agenda', '1.1.0', '--steps', '10,100', '--at', at)
  expect(planned.out).toContain(`1.1.0 to 10 % 100 %  planned  at ${day}T`)
  const [number = ''] = /^\d+/.exec(planned.out) ?? []
  expect((await asTeam('plans', 'mfe-agenda', 'cancel', number, '--reason', 'later')).out).toContain('cancelled')
  expect(await asTeam('plans', 'mfe-agenda', 'undo', number)).toMatchObject({ code: 2 })

  const week = ['freeze', 'add', 'Semana', '--from', 'sun 00:00', '--to', 'sat 23:59', '--remote', 'mfe-agenda']
  const added = await done(week)
  expect(added).toContain('"Semana"  mfe-agenda  each week from sun 00:00 to sat 23:59, America/Sao_Paulo')
  await done(['freeze', 'add', 'Sempre', '--from', '2020-01-01T00:00Z', '--to', at, '--remote', 'mfe-agenda'])
  expect((await asTeam('promote', 'mfe-agenda', '1.1.0')).err).toMatch(/frozen: frozen by "(Sempre|Semana)" until/)
  expect((await asTeam('freeze', 'list')).out).toContain('"Sempre"')
  for (const line of (await done(['freeze', 'list'])).trim().split('\n'))
    await done(['freeze', 'remove', line.split(' ')[0] ?? ''])
  expect(await done(['freeze', 'list'])).toBe('there is no freeze\n')
})

// Rule: M-PUBLISH-2
test('a token is listed without its secret; once revoked, and at another remote, it is refused', async () => {
  const token = await newToken('mfe-outro')
  // The secret is base64url, so it may hold the separator.
  const [, id = '', ...secret] = token.split('_')
  const listed = await done(['token', 'list'])
  expect(listed).toMatch(new RegExp(`${id} +mfe-outro +ci .*works`))
  expect(listed).not.toContain(secret.join('_'))
  const other = await stage.asTeam(token, ['rollback', 'mfe-novo'])
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('is of mfe-outro, not of mfe-novo')])
  const asOperator = await stage.asTeam(token, ['token', 'list'])
  expect([asOperator.code, asOperator.err]).toEqual([1, expect.stringContaining('only an operator')])
  expect(await done(['token', 'revoke', id])).toContain(`${id} is revoked`)
  const revoked = await stage.asTeam(token, ['publish', await stage.write(createBuild('mfe-outro', '1.0.0'))])
  expect([revoked.code, revoked.err]).toEqual([1, expect.stringContaining('revoked')])
  expect(await done(['token', 'list'])).toMatch(new RegExp(`${id} .*revoked 2`))
  expect((await stage.run(['token', 'revoke', id])).code).toBe(1)
})

test('an upload that is too large is refused while it is sent, and the team reads why', async () => {
  const content = createHash('shake256', { outputLength: 11_000_000 }).update('large').digest('hex')
  const { descriptor, files } = createBuild('mfe-grande', '1.0.0')
  const large = { path: 'large.js', bytes: content.length, integrity: integrityOf(content) }
  const artifact = { ...descriptor.artifact, files: [...descriptor.artifact.files, large] }
  const dir = await stage.write({
    descriptor: { ...descriptor, artifact },
    files: { ...files, 'large.js': content },
  })
  const refused = await stage.asTeam(await newToken('mfe-grande'), ['publish', dir])
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('large.js: 22000000 bytes; a file has at most'),
  ])
  expect(await done(['list'])).not.toContain('mfe-grande')
})

// Rule: M-PUBLISH-6
test('prune removes what nobody was pointed to within the stated time, and its version stays taken', async () => {
  const build = createBuild('mfe-velho', '1.0.0')
  const dir = await stage.write(build)
  await done(['publish', dir])
  expect(await done(['prune'])).toContain('nothing to remove')
  const { database } = stage
  await database.execute(sql`UPDATE gateway.artifact SET published_at = now() - interval '31 days'`)
  expect(await done(['prune'])).toContain('mfe-velho 1.0.0 is removed')
  const file = await stage.app.inject(`/remotes/mfe-velho/1.0.0/${build.descriptor.artifact.entry}`)
  expect(file.statusCode).toBe(404)
  expect(await done(['list'])).toMatch(/mfe-velho +1\.0\.0 .*\(pruned\)/)
  const again = await stage.run(['publish', dir])
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('was pruned')])
})

test('an override link begins with the address of the gateway, carries its own address and a key, and says when it ends', async () => {
  const out = await done(['override-link', 'mfe-novo@http://localhost:4102', '--minutes', '5'])
  const link = new URL(out.split('\n')[0] ?? '')
  expect(link.origin).toBe(stage.url)
  expect(link.searchParams.get('remote')).toBe('mfe-novo@http://localhost:4102')
  const taken = await stage.app.inject(link.pathname + link.search)
  expect(taken.headers['set-cookie']).toBeDefined()
})

// Rule: M-OVERRIDE-11
test('a team has an address made that shows a published version of its remote alone, and says when it ends', async () => {
  const token = await newToken('mfe-vista')
  await done(['publish', await stage.write(createBuild('mfe-vista', '1.2.0'))])
  const out = (await stage.asTeam(token, ['preview', 'mfe-vista', '1.2.0', '--hours', '2'])).out
  const link = new URL(out.split('\n')[0] ?? '')
  expect(link.searchParams.get('remote')).toBe(`mfe-vista@${link.origin}/remotes/mfe-vista/1.2.0`)
  expect(link.origin).toBe(new URL(stage.url).origin)
  const byOperator = await done(['preview', 'mfe-vista', '1.2.0'])
  expect(byOperator).toContain(`${stage.url}/`)
  const asked = await stage.app.inject({ url: link.pathname + link.search, headers: { host: link.host } })
  expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('/remotes/mfe-vista/1.2.0</code>')])
  link.searchParams.set('remote', `mfe-vista@${link.origin}/remotes/mfe-vista/1.3.0`)
  expect((await stage.app.inject(link.pathname + link.search)).statusCode).toBe(403)
  for (const [name, version, why] of [
    ['mfe-vista', '9.9.9', 'is not published'],
    ['mfe-novo', '1.0.0', 'not of mfe-novo'],
  ] as const)
    expect((await stage.asTeam(token, ['preview', name, version])).err).toContain(why)
})

// Rule: M-GATEWAY-11
test('over the network nobody is an operator', async () => {
  const anyone = await fetch(`${stage.url}/-/tokens`, { headers: { 'x-actor': 'operator' } })
  expect(anyone.status).toBe(401)
})

// Rule: M-COMMAND-1
test('in a folder without a database a command refuses, and makes nothing in it', async () => {
  const folder = join(stage.workspace.root, 'nada')
  const said = await stage.run(['token', 'create', 'mfe-novo'], { DATA_DIR: folder, DATABASE_URL: '' })
  expect([said.code, said.out, said.err]).toEqual([
    1,
    '',
    expect.stringContaining(`remotes: data folder ${folder}: there is no database in it; start the server once`),
  ])
  expect(existsSync(folder)).toBe(false)
})

test.each([
  [['promote', 'mfe-novo'], 'takes 2 operand(s)', 'promote'],
  [['promote', 'mfe-novo', '1.0.0', '--percent', '0'], '--percent is 1 to 100', 'promote'],
  [['promote', 'mfe-novo', '1.0.0', '--force'], '--force needs --reason', 'promote'],
  [['destroy'], 'there is no command "destroy"', 'COMMAND'],
  [[], 'a command is missing', 'COMMAND'],
])('%j is a wrong call: 2, and how it is called', async (args, message, usage) => {
  const { code, err, out } = await stage.run(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
  expect(err).toContain(`npm run remotes -- ${usage} `)
})

test('help is said on standard output', async () => {
  expect(await done(['--help'])).toContain('npm run remotes -- COMMAND')
})

test('where no gateway is, the message says what to set', async () => {
  const gone = await stage.run(['list'], { GATEWAY_URL: 'http://127.0.0.1:9', DEPLOY_TOKEN: 'x' })
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('set GATEWAY_URL')])
})
