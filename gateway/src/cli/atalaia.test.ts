import { overHttp, runAtalaia } from '@atalaia/cli'
import { createBuild, type Build } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { openTestDatabase, versionIn } from '../../testing/published.ts'
import { integrityOf } from '@atalaia/contracts/node'
import { githubClaims, startIssuer } from '../../testing/issuer.ts'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Stage = Awaited<ReturnType<typeof createCommand>>
let stage: Stage
let token: string
let root: string
beforeAll(async () => {
  stage = await createCommand(await openTestDatabase())
  token = await stage.tokenOf('mfe-fora')
  root = await mkdtemp(join(tmpdir(), 'atalaia-repository-'))
  await mkdir(join(root, 'dist'))
  await writeFile(join(root, 'package.json'), '{}')
})
afterAll(async () => {
  await stage.close()
  await rm(root, { recursive: true, force: true })
})

const write = async (files: Readonly<Record<string, string>>) => {
  for (const [path, content] of Object.entries(files)) await writeFile(join(root, path), content)
}

const built = async (version: string, changes: Partial<Build['descriptor']> = {}) => {
  const { descriptor } = createBuild('mfe-fora', version, changes)
  const { artifact: _artifact, ...source } = descriptor
  await write({
    'remote.json': JSON.stringify(source),
    'dist/remoteEntry.js': `var mfe_fora // ${version}`,
    'dist/route-page.1234.js': `void 0 // ${version}`,
    'dist/mf-manifest.json': JSON.stringify({
      metaData: { globalName: 'mfe_fora', remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' } },
      exposes: [{ path: './remote', assets: { js: { sync: ['route-page.1234.js'], async: [] }, css: { sync: [] } } }],
      shared: [],
    }),
  })
}

const atalaia = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const said = { out: '', err: '' }
  const code = await runAtalaia({
    args,
    root,
    env: { GATEWAY_URL: stage.url, DEPLOY_TOKEN: token, ...env },
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  })
  return { code, ...said }
}
const done = async (...args: string[]) => {
  const said = await atalaia(args)
  expect(said).toMatchObject({ code: 0, err: '' })
  return said.out
}
const live = async () => versionIn((await stage.app.inject('/login')).body, 'mfe-fora')

// Rule: M-PUBLISH-8
test('from a repository of its own a remote is checked, published, promoted to 10 and 100 %, and taken back', async () => {
  await built('1.0.0')
  expect(await done('check')).toContain('mfe-fora 1.0.0 is in order')
  expect(await done('check', '--gateway')).toBe('mfe-fora 1.0.0 may be promoted\n')
  expect(await done('status')).toContain('nothing is promoted yet')
  expect(await done('publish')).toContain('npx atalaia preview 1.0.0')
  expect(await done('publish')).toContain('was published already')
  expect(await done('promote', '--percent', '10', '--reason', 'um olhar')).toContain('canary 1.0.0 at 10 %')
  // Each is a new browser: most of them are not among the 10 %.
  expect(await Promise.all(Array.from({ length: 40 }, live))).toContain(undefined)
  expect(await done('promote')).toContain('promote 1.0.0')
  expect(await live()).toBe('1.0.0')
  await built('1.1.0')
  await done('publish')
  await done('promote', '1.1.0')
  expect(await done('status')).toMatch(/mfe-fora +stable +1\.1\.0\n +1\.0\.0 +published .*\n +1\.1\.0 +published /)
  expect(await done('rollback', '--reason', 'pior')).toContain('rollback 1.1.0 → 1.0.0')
  expect(await live()).toBe('1.0.0')
  expect((await done('history')).trim().split('\n')).toHaveLength(4)
  const page = await stage.app.inject(`/remotes/mfe-fora/1.1.0/route-page.1234.js`)
  expect([page.statusCode, page.body]).toEqual([200, 'void 0 // 1.1.0'])
})

test('as JSON it says the same', async () => {
  await built('1.2.0')
  expect(JSON.parse(await done('check', '--json'))).toEqual({
    name: 'mfe-fora',
    version: '1.2.0',
    reasons: [],
    gateway: false,
  })
  expect(JSON.parse(await done('publish', '--json'))).toMatchObject({ status: 'published', version: '1.2.0' })
  expect(JSON.parse(await done('promote', '--json'))).toMatchObject({ status: 'moved', move: { version: '1.2.0' } })
  const said = JSON.parse(await done('status', '--json'))
  expect(said).toMatchObject({ name: 'mfe-fora', channels: [{ channel: 'stable', version: '1.2.0' }] })
  expect(JSON.parse(await done('rollback', '--json'))).toMatchObject({ status: 'moved' })
})

test('what the gate refuses is refused with its reasons: 1', async () => {
  await built('2.0.0', { contract: '^9.0.0' })
  await done('publish')
  const refused = await atalaia(['promote'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('contract-range: it needs contract ^9.0.0')])
  const checked = await atalaia(['check', '--gateway', '--json'])
  expect([checked.code, JSON.parse(checked.out).reasons]).toEqual([
    1,
    [expect.objectContaining({ code: 'contract-range' })],
  ])
})

test.each<[string, string[], NodeJS.ProcessEnv, number, string]>([
  ['no token', ['publish'], { DEPLOY_TOKEN: '' }, 1, 'set DEPLOY_TOKEN'],
  ['no gateway', ['status'], { GATEWAY_URL: 'http://127.0.0.1:9' }, 1, 'set GATEWAY_URL to where it is'],
  ['a gateway that is no address', ['status'], { GATEWAY_URL: 'atalaia' }, 1, 'GATEWAY_URL "atalaia" is no address'],
  ['a wrong token', ['publish'], { DEPLOY_TOKEN: 'atd_1_x' }, 1, 'token'],
  ['no build', ['check', '--dist', 'out'], {}, 1, 'build the remote first'],
  ['no version of that name', ['promote', '9.9.9'], {}, 1, '9.9.9'],
  ['a wrong share', ['promote', '--percent', '0'], {}, 2, '--percent is 1 to 100'],
  ['no such command', ['destroy'], {}, 2, 'there is no command "destroy"'],
  ['no command', [], {}, 2, 'npx atalaia COMMAND'],
])('%s: an exit code, and what to do', async (_what, args, env, code, text) => {
  const said = await atalaia(args, env)
  expect([said.code, said.err]).toEqual([code, expect.stringContaining(text)])
})

// Rule: M-PUBLISH-13, M-GRANT-7
test('a check names the freeze that holds, and a team reads what is granted to its remote', async () => {
  await built('5.0.0')
  await stage.run(['grant', 'mfe-fora', 'token,public-routes', '--reason', 'agreed'])
  await stage.run(['own', 'mfe-fora', '/app/fora'])
  const granted = await done('grants')
  expect(granted).toContain('token\npublic-routes\nowns /app/fora\n')
  expect(granted).toMatch(/granted +token +by .* because agreed/)
  await stage.run(['freeze', 'add', 'Natal', '--from', '2020-01-01T00:00Z', '--to', '2120-01-01T00:00Z'])
  expect(await done('check', '--gateway')).toBe(
    'mfe-fora 5.0.0 has nothing of the gate against it\n' +
      'warning: frozen: frozen by "Natal" until 2120-01-01T00:00:00.000Z (a promotion is refused now)\n',
  )
  expect(JSON.parse(await done('check', '--gateway', '--json')).warnings).toMatchObject([{ code: 'frozen' }])
  expect((await stage.run(['freeze', 'remove', '1'])).code).toBe(0)
})

// Rule: M-PUBLISH-14
// Threat: T-PUBLISH-14
test('an answer without an end, and one that never comes, end the command', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/-/remotes') return void response.write('[')
    const pump = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', pump)
    }
    pump()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const client = overHttp(origin, 'atd_x', { timeoutMs: 200, maxAnswerBytes: 1_000_000 })
  await expect(client.call({ method: 'GET', path: '/-/remotes' })).rejects.toThrow('not answered within 0.2 s')
  const patient = overHttp(origin, 'atd_x', { maxAnswerBytes: 1_000_000 })
  await expect(patient.call({ method: 'GET', path: '/-/endless' })).rejects.toThrow('more than 1000000 bytes')
  const job = { DEPLOY_TOKEN: '', ATALAIA_ID_TOKEN: 'x', GATEWAY_URL: origin }
  expect((await atalaia(['status'], job)).err).toContain('its answer has more than 65536 bytes')
  server.closeAllConnections()
  server.close()
})

// Rule: M-TRUST-6
test('a CI job without a token uses its identity: that of GitHub, or of a variable; a refused one is told what it claims', async () => {
  const issuer = await startIssuer()
  const words = ['--issuer', issuer.url, '--kind', 'github', '--repository', 'acme/analytics']
  expect((await stage.run(['publishers', 'add', 'mfe-fora', ...words])).code).toBe(0)
  const job = (args: readonly string[], env: NodeJS.ProcessEnv) => atalaia(args, { DEPLOY_TOKEN: '', ...env })
  const sign = (claims: object = {}) => issuer.sign({ ...githubClaims, ...claims }, { audience: stage.url })
  const requests: (string | undefined)[] = []
  issuer.faults.set(`/request?api-version=2&audience=${encodeURIComponent(stage.url)}`, (response) => {
    requests.push(response.req.headers.authorization)
    void sign().then((value) => response.end(JSON.stringify({ value })))
  })
  const github = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/request?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
  }
  await built('6.0.0')
  expect(await job(['publish'], github)).toMatchObject({ code: 0, err: '' })
  expect((await job(['status'], github)).out).toContain('by github acme/analytics@main run 123')
  expect(requests).toEqual(['Bearer of-the-job', 'Bearer of-the-job'])
  const { out } = await job(['token'], { ATALAIA_ID_TOKEN: await sign() })
  expect(await atalaia(['status'], { DEPLOY_TOKEN: out.trim() })).toMatchObject({ code: 0 })
  const stranger = await job(['status'], { ATALAIA_ID_TOKEN: await sign({ repository: 'eve/analytics' }) })
  expect([stranger.code, stranger.err]).toEqual([1, expect.stringContaining('repository=eve/analytics')])
  const plain = { ATALAIA_ID_TOKEN: 'x', GATEWAY_URL: 'http://atalaia.example' }
  expect((await job(['status'], plain)).err).toContain('over https alone')
  expect((await job(['status'], { GITHUB_ACTIONS: 'true' })).err).toContain('id-token: write')
  await issuer.stop()
})

test('the token of another remote is refused', async () => {
  const said = await atalaia(['publish'], { DEPLOY_TOKEN: await stage.tokenOf('mfe-outro') })
  expect([said.code, said.err]).toEqual([1, expect.stringContaining('is of mfe-outro, not of mfe-fora')])
})

const table = (columns: string) => `export type Row = { ${columns} }\n`
const ship = async (version: string, declaration: string) => {
  await built(version)
  await mkdir(join(root, 'dist/types'), { recursive: true })
  await write({ 'dist/types/table.d.ts': declaration })
  await done('publish')
  await done('promote')
}
const declarationHere = () => readFile(join(root, 'types/remotes/mfe-fora/table.d.ts'), 'utf8')

describe('the declarations of a remote', () => {
  afterAll(async () => rm(join(root, 'dist/types'), { recursive: true, force: true }))

  // Rule: M-PUBLISH-10
  test('are fetched for the version that is live, and a change of them is told', async () => {
    await ship('3.0.0', table('email: string'))
    expect(await done('types', 'mfe-fora')).toBe('mfe-fora 3.0.0: 1 files in types/remotes/mfe-fora\n')
    expect(await declarationHere()).toBe(table('email: string'))
    const record = JSON.parse(await readFile(join(root, 'types/remotes/remotes.json'), 'utf8'))
    expect(record).toMatchObject({ 'mfe-fora': { version: '3.0.0', files: [{ path: 'types/table.d.ts' }] } })
    await ship('3.1.0', table('email: string'))
    expect(await done('types', '--check')).toContain('are those of the versions that are live')

    await ship('4.0.0', table('address: string'))
    const checked = await atalaia(['types', '--check'])
    expect([checked.code, checked.err]).toEqual([1, 'mfe-fora 4.0.0 has other declarations than 3.0.0 here\n'])
    expect(await declarationHere()).toBe(table('email: string'))
    await done('types')
    expect(await declarationHere()).toBe(table('address: string'))
    expect(await done('types', 'mfe-fora@3.0.0')).toContain('mfe-fora 3.0.0')
    expect(await declarationHere()).toBe(table('email: string'))
    // Pages carry none of it.
    expect((await stage.app.inject('/login')).body).not.toContain('table.d.ts')
  })

  const good = table('a: string')
  const listed = { path: 'types/a.d.ts', bytes: good.length, integrity: integrityOf(good) }
  // Rule: M-PUBLISH-10
  test.each<[string, object, string, string]>([
    ['a path out of the folder', { ...listed, path: 'types/../../x.d.ts' }, good, 'a file path is relative'],
    ['a file that is no declaration', { ...listed, path: 'types/a.js' }, good, 'declarations are types/*.d.ts'],
    ['a file beyond the limit', { ...listed, bytes: 200_000 }, good, 'its declarations are refused'],
    ['more than was said', listed, `${good}${good}`, `more than ${good.length} bytes`],
    ['another content', listed, table('b: string'), 'does not match its hash'],
  ])('%s is refused, and nothing is written', async (_what, file, content, text) => {
    const server = createServer((request, response) =>
      response.end(request.url?.endsWith('.json') ? JSON.stringify({ artifact: { types: [file] } }) : content),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const said = await atalaia(['types', 'mfe-mal@1.0.0'], { GATEWAY_URL: `http://127.0.0.1:${port}` })
    expect([said.code, said.err]).toEqual([1, expect.stringContaining(text)])
    await expect(readdir(join(root, 'types/remotes'))).resolves.not.toContain('mfe-mal')
    server.close()
  })

  test('a remote without any says so', async () => {
    const said = await atalaia(['types', 'mfe-fora@1.0.0'])
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('mfe-fora 1.0.0 has no declarations')])
  })
})

test('help is said on standard output', async () => {
  expect(await done('--help')).toContain('npx atalaia COMMAND')
  expect(await done('promote', '--help')).toContain('--percent')
})
