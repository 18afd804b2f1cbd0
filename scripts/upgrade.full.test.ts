import { sql } from '@atalaia/database'
import { SHELL_NAME, type Descriptor, type ShellManifest } from '@atalaia/contracts'
import { createTestKernel } from '@atalaia/kernel/testing'
import { createBuild, createShell, type Build } from 'gateway/testing/archives'
import { createCommand } from 'gateway/testing/command'
import { openTestDatabase, order, publishBuild, publishShell, releaseOf } from 'gateway/testing/published'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Stage = Awaited<ReturnType<typeof createCommand>>
type Shared = ShellManifest['shared']

const react = (version: string): Shared =>
  ['react', 'react-dom', 'react/jsx-runtime'].map((name) => ({ name, version, files: [] }))
const parts = (exports: string[]): Shared => [{ name: '@atalaia/react', version: '1.0.0', files: [], exports }]

const extra: Shared = [{ name: 'extra', version: '1.0.0', files: [] }]

const buildOf = (name: string, version: string, range: string | null, rest: Partial<Descriptor> = {}): Build => {
  const path = `/app/doze/${name}`
  const routes: Descriptor['routes'] = [{ id: 'page', path, access: 'session', title: name }]
  const { descriptor, files } = createBuild(name, version, { owner: `time-${name}`, routes, ...rest })
  const shared = range === null ? [] : [{ name: 'react', version: '18.3.1', requiredVersion: range }]
  return { descriptor: { ...descriptor, artifact: { ...descriptor.artifact, shared } }, files }
}

const names = Array.from({ length: 12 }, (_, at) => `mfe-doze-${String(at + 1).padStart(2, '0')}`)
const [tooEarly = '', last = ''] = names

describe('twelve remotes', () => {
  let stage: Stage
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    stage = await createCommand(await openTestDatabase(), {
      shell: { version: '1.0.0', shared: [...react('18.2.0'), ...extra] },
    })
    for (const name of names) tokens.set(name, await stage.tokenOf(name))
  })
  afterAll(() => stage.close())

  const promote = async (build: Build): Promise<string[]> => {
    const { name, version } = build.descriptor
    const token = tokens.get(name) ?? ''
    await publishBuild(stage.app, token, build)
    const answer = await order(stage.app, token, `${name}/promote`, { version })
    const { reasons = [] }: { reasons?: { code: string }[] } = answer.json()
    expect([200, 422]).toContain(answer.statusCode)
    return reasons.map(({ code }) => code)
  }
  const serve = async (version: string, shared: Shared) => {
    const file = join(stage.workspace.shellDir, 'shell.json')
    const manifest: ShellManifest = {
      ...JSON.parse(await readFile(file, 'utf8')),
      version,
      shared: [...shared, ...extra],
    }
    await stage.workspace.write({ 'host-shell/dist/shell.json': JSON.stringify(manifest) })
    await stage.registry.observations.recordShell(manifest)
  }
  const forget = (version: string) =>
    stage.database.execute(sql`DELETE FROM gateway.shell WHERE manifest->>'version' = ${version}`)
  const panels = async (version: string): Promise<string[]> => {
    const release = releaseOf((await stage.app.inject('/login')).body)
    const { kernel } = createTestKernel<{ id: string }>({
      release: {
        ...release,
        remotes: release.remotes
          .filter(({ descriptor }) => names.includes(descriptor.name))
          .map(({ sealed: _sealed, ...remote }) => remote),
      },
      provided: { react: [version], 'react-dom': [version] },
      isRoute: (value): value is { id: string } => typeof value === 'object' && value !== null && 'id' in value,
    })
    const activated = [...kernel.remotes.values()].map((remote) =>
      remote.activate().then(
        () => [],
        () => [remote.name],
      ),
    )
    return (await Promise.all(activated)).flat()
  }
  const doctor = async (...args: string[]) => {
    const { code, out } = await stage.run(['doctor', '--json', ...args])
    const { breaks, subjects } = JSON.parse(out)
    const of = (standing: string): string[] =>
      subjects[0].versions.flatMap((each: { name: string; standing: string }) =>
        each.standing === standing ? each.name : [],
      )
    return {
      code,
      breaks: breaks.map(({ name }: { name: string }) => name),
      lags: of('lags'),
      ready: of('ready').length,
    }
  }

  // Rule: M-DOCTOR-1, M-DOCTOR-2, M-REMOTE-6, M-REMOTE-13, M-GATE-3, M-GATE-9
  test('go through a minor and a major version of React without a panel, and doctor names who would show one', async () => {
    for (const name of names) expect(await promote(buildOf(name, '1.0.0', '^18.0.0'))).toEqual([])

    // A minor version: everybody is ready, the shell goes first.
    expect(await doctor('--react', '18.3.1')).toEqual({ code: 0, breaks: [], lags: [], ready: 12 })
    await serve('1.1.0', react('18.3.1'))
    await forget('1.0.0')
    expect(await panels('18.3.1')).toEqual([])

    // A major one: nobody is. If the shell went first, all would show a panel, as doctor says.
    expect(await doctor('--react', '19')).toEqual({ code: 1, breaks: names, lags: names, ready: 0 })
    expect(await panels('19.0.0')).toEqual(names)

    // So the remotes go first, each when it likes: with both in its range it runs in either.
    for (const name of names.slice(4)) expect(await promote(buildOf(name, '1.1.0', '^18.0.0 || ^19.0.0'))).toEqual([])
    // Another one brings its own React and mounts itself, and one is too early: what was live of it stays.
    expect(await promote(buildOf(names[3] ?? '', '1.1.0', null))).toEqual([])
    expect(await promote(buildOf(tooEarly, '1.1.0', '^19.0.0'))).toEqual(['shared-second'])
    const laggards = names.slice(0, 3)
    expect(await doctor('--react', '19')).toEqual({ code: 1, breaks: laggards, lags: laggards, ready: 8 })
    expect(await panels('19.0.0')).toEqual(laggards)
    expect(await panels('18.3.1')).toEqual([])
    // The live one is an 18.
    expect((await stage.run(['doctor', '--react', '18'])).out).toContain('react: live 18.3.1; asked 18.3.1')

    for (const name of [tooEarly, names[2] ?? ''])
      expect(await promote(buildOf(name, '1.2.0', '>=18.0.0 <20.0.0'))).toEqual([])
    expect(await doctor('--react', '19')).toEqual({ code: 1, breaks: [last], lags: [last], ready: 10 })
    expect(await promote(buildOf(last, '1.1.0', '^18 || ^19'))).toEqual([])
    expect(await doctor('--react', '19')).toEqual({ code: 0, breaks: [], lags: [], ready: 11 })

    // Gateways of both shells serve pages: a remote must run in each of them.
    await serve('2.0.0', react('19.0.0'))
    expect([await panels('18.3.1'), await panels('19.0.0')]).toEqual([[], []])
    expect(await promote(buildOf(tooEarly, '1.3.0', '^19.0.0'))).toEqual(['shared-second'])
    await forget('1.1.0')
    expect(await promote(buildOf(tooEarly, '1.3.1', '^19.0.0'))).toEqual([])
    expect(await panels('19.0.0')).toEqual([])
    const now = await stage.run(['doctor'])
    expect([now.code, now.out]).toEqual([0, expect.stringContaining('nothing is broken now')])
    expect(now.out).toMatch(
      /react: live 19\.0\.0; next 20\.0\.0\n {2}lags +mfe-doze-\d+ 1\.3\.1 +stable +\^19\.0\.0 +time-mfe-doze-01/,
    )
    expect(now.out).toContain('take none of the page: mfe-doze-04 1.1.0')
  })
})

describe('a shell that is to come', () => {
  let stage: Stage
  beforeAll(async () => {
    const shared = [...react('19.0.0'), ...parts(['Slot', 'useOld']), ...extra]
    stage = await createCommand(await openTestDatabase(), {
      shell: {
        version: '1.0.0',
        contract: '1.8.0',
        contracts: ['2.0.0'],
        shared,
        deprecations: [
          { contract: '^1.0.0', until: '2027-06-01', instead: 'context.on takes the place of context.bus' },
          { module: '@atalaia/react', export: 'useOld', instead: 'useNew' },
        ],
      },
    })
    const uses = { name: '@atalaia/react', version: '1.0.0', requiredVersion: '^1.0.0', exports: ['useOld'] }
    for (const [name, contract, own] of [
      ['mfe-um', '^1.0.0', [uses]],
      ['mfe-dois', '^2.0.0', []],
      ['mfe-ambos', '^1.0.0 || ^2.0.0', []],
    ] as const) {
      const { descriptor, files } = buildOf(name, '1.0.0', '^19.0.0', { contract })
      const { artifact } = descriptor
      const build = {
        descriptor: { ...descriptor, artifact: { ...artifact, shared: [...artifact.shared, ...own] } },
        files,
      }
      const token = await stage.tokenOf(name)
      await publishBuild(stage.app, token, build)
      await order(stage.app, token, `${name}/promote`, { version: '1.0.0' })
    }
    const next = createShell('2.1.0', {
      contract: '1.9.0',
      contracts: ['2.0.0'],
      shared: [...react('19.0.0'), ...parts(['Slot'])],
    })
    await publishShell(stage.app, await stage.tokenOf(SHELL_NAME), next)
  })
  afterAll(() => stage.close())

  // Rule: M-REMOTE-15, M-DOCTOR-1, M-DOCTOR-2, M-DOCTOR-3
  test.each<[string, string[], number, string[]]>([
    ['both contracts are live', [], 0, ['contract: live 1.8.0, 2.0.0;', 'nothing is broken now']],
    [
      'the first contract goes',
      ['--contract', '2'],
      1,
      [
        'lags   mfe-um 1.0.0 ',
        'ready  mfe-dois 1.0.0 ',
        'mfe-um 1.0.0 (time-mfe-um) at /app/doze/mfe-um',
        'contract-range: it needs contract ^1.0.0',
      ],
    ],
    ['both stay', ['--contract', '1.9.0,2.0.0'], 0, ['asked 1.9.0, 2.0.0', 'nothing breaks if the shell moves now']],
    [
      'another module moves',
      ['--module', '@atalaia/react=2.0.0'],
      1,
      ['@atalaia/react: live 1.0.0; asked 2.0.0', 'lags  mfe-um 1.0.0'],
    ],
    [
      'a shell drops an export',
      ['--shell', 'next'],
      1,
      ['lags  mfe-um 1.0.0 ', 'shared-export: @atalaia/react: the remote uses useOld'],
    ],
    [
      'a published shell drops an export',
      ['--shell', '2.1.0'],
      1,
      ['shared-export: @atalaia/react: the remote uses useOld'],
    ],
    ['no such shell', ['--shell', '9.9.9'], 2, ['neither a published shell (live: 1.0.0) nor a folder']],
    ['no version', ['--react', 'soon'], 2, ['--react is a version']],
    ['help', ['--help'], 0, ['--contract <versions>', 'lags']],
  ])('%s', async (_what, args, code, texts) => {
    const next = {
      version: '2.0.0',
      contract: '1.9.0',
      contracts: ['2.0.0'],
      shared: [...react('19.0.0'), ...parts(['Slot'])],
    }
    await stage.workspace.write({ 'next/shell.json': JSON.stringify(next) })
    const at = args.map((word) => (word === 'next' ? join(stage.workspace.root, word) : word))
    const said = await stage.run(['doctor', ...at])
    for (const text of texts) expect(said.out + said.err).toContain(text)
    expect(said.code).toBe(code)
  })

  // Rule: M-DOCTOR-3
  test('owners are told what their live versions use that is deprecated, as a team over HTTP too', async () => {
    const said = await stage.asTeam(await stage.tokenOf('mfe-um'), ['doctor'])
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toContain(
      'mfe-um 1.0.0 (time-mfe-um): contract ^1.0.0 is deprecated and may be gone from 2027-06-01 on: context.on takes the place of context.bus',
    )
    expect(said.out).toContain('mfe-um 1.0.0 (time-mfe-um): @atalaia/react: useOld is deprecated: useNew')
    expect(said.out).not.toMatch(/mfe-(dois|ambos) 1\.0\.0 \(.*deprecated/)
    const offer = await fetch(`${stage.url}/-/shell`)
    expect(await offer.json()).toMatchObject({
      version: '1.0.0',
      contracts: ['2.0.0'],
      shared: expect.arrayContaining([{ name: 'react', version: '19.0.0' }]),
    })
  })
})
