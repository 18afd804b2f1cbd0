import { sourceDescriptorSchema } from '@atalaia/contracts'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RANGES } from './repository-manifest.ts'
import { runCreateRemote } from './run-create-remote.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atalaia-create-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const create = (...args: string[]) => {
  const said = { out: '', err: '' }
  const out = (text: string) => void (said.out += text)
  const err = (text: string) => void (said.err += text)
  return { code: runCreateRemote({ args, root, out, err }), ...said }
}
const read = (path: string) => readFileSync(join(root, 'mfe-fora', path), 'utf8')
const files = () =>
  readdirSync(join(root, 'mfe-fora'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'mfe-fora/').length))
    .toSorted()

// Rule: M-PUBLISH-9
test.each(['webpack', 'rspack', 'vite'])('a repository in TypeScript for %s has all that ships it', (bundler) => {
  expect(create('mfe-fora', '--bundler', bundler, '--title', 'De fora')).toMatchObject({ code: 0, err: '' })
  expect(files()).toEqual(
    [
      '.github/workflows/remote.yml',
      '.gitignore',
      'README.md',
      'package.json',
      'remote.json',
      `${bundler}.config.mjs`,
      'src/assets.d.ts',
      'src/home/home-page.css',
      'src/home/home-page.tsx',
      'src/remote.test.tsx',
      'src/remote.tsx',
      'tsconfig.json',
    ].toSorted(),
  )
  const source = sourceDescriptorSchema.parse(JSON.parse(read('remote.json')))
  expect(source).toMatchObject({
    name: 'mfe-fora',
    owner: 'time-fora',
    routes: [{ path: '/app/fora', title: 'De fora' }],
  })
  for (const path of files()) expect(read(path)).not.toMatch(/__[A-Z]+__/)
})

// Rule: M-PUBLISH-9, M-TRUST-6
test.each([
  ['github', '.github/workflows/remote.yml', 'id-token: write', 'https://token.actions.githubusercontent.com'],
  ['gitlab', '.gitlab-ci.yml', 'ATALAIA_ID_TOKEN', 'https://gitlab.com'],
])('CI of %s ships main without a secret, and the README says how it is registered', (ci, path, token, issuer) => {
  expect(create('mfe-fora', '--ci', ci).code).toBe(0)
  expect(files().filter((file) => file.endsWith('.yml'))).toEqual([path])
  expect(read(path)).toContain(token)
  expect(read('README.md')).toContain(`publishers add mfe-fora --issuer ${issuer} --repository owner/name`)
  expect(create('mfe-dentro', '--ci', 'jenkins')).toMatchObject({ code: 2, err: expect.stringContaining('--ci is') })
})

// Rule: M-PUBLISH-9
test.each(['webpack', 'rspack', 'vite'])('a repository in JavaScript for %s names no TypeScript', (bundler) => {
  expect(create('mfe-fora', '--bundler', bundler, '--language', 'js').code).toBe(0)
  expect(files().filter((path) => /\.(ts|tsx)$|tsconfig/.test(path))).toEqual([])
  expect(read('src/remote.jsx')).toContain('import(/* webpackChunkName: "route-home" */ \'./home/home-page.jsx\')')
  expect(read('src/remote.test.jsx')).toContain("from './remote.jsx'")
  expect(read('package.json')).not.toContain('typescript')
  expect(read(`${bundler}.config.mjs`)).not.toContain('remote.tsx')
})

test('packages come from tarballs where no registry has them, by paths from the repository, those that others need included', () => {
  mkdirSync(join(root, 'packed'))
  for (const name of ['cli', 'contracts', 'create-remote', 'react'])
    writeFileSync(join(root, 'packed', `atalaia-${name}-1.2.0.tgz`), '')
  expect(create('mfe-fora', '--packages', 'packed').code).toBe(0)
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  expect(dependencies['@atalaia/react']).toBe('file:../packed/atalaia-react-1.2.0.tgz')
  expect(devDependencies['@atalaia/contracts']).toBe('file:../packed/atalaia-contracts-1.2.0.tgz')
  expect(devDependencies['@atalaia/cli']).toBe('file:../packed/atalaia-cli-1.2.0.tgz')
  expect(devDependencies).not.toHaveProperty(['@atalaia/create-remote'])
})

test.each([
  [[], 'the name of the remote is missing'],
  [['reports'], 'is no name for a remote'],
  [['mfe-a', 'mfe-b'], 'one remote at a time'],
  [['mfe-a', '--bundler', 'parcel'], '--bundler is one of webpack, rspack, vite'],
  [['mfe-a', '--language', 'coffee'], '--language is ts or js'],
  [['mfe-a', '--title', '{`x`}'], '--title'],
  [['mfe-a', '--packages', 'nowhere'], 'no tarball of the platform is there'],
  [['mfe-a', '--color', 'red'], '--color'],
  [['mfe-there'], 'there is a folder of that name already'],
])('%j is a wrong call: 2, the usage, and nothing is written', (args, message) => {
  mkdirSync(join(root, 'mfe-there'))
  const said = create(...args)
  expect([said.code, said.out, said.err]).toEqual([2, '', expect.stringContaining(message)])
  expect(said.err).toContain('npm create @atalaia/remote')
  expect(existsSync(join(root, 'mfe-a'))).toBe(false)
})

test('help is said on standard output', () => {
  expect(create('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--bundler NAME') })
})

const majorOf = (text: string) => /\d+/.exec(text)?.[0]

const usedHere = (name: string): string | undefined => {
  const workspace = join(import.meta.dirname, '../../..')
  const own = /^@atalaia\/(.+)/.exec(name)?.[1]
  if (own) return JSON.parse(readFileSync(join(workspace, 'shared', own, 'package.json'), 'utf8')).version
  const catalog = readFileSync(join(workspace, 'pnpm-workspace.yaml'), 'utf8')
  return new RegExp(`^  '?${name}'?: (\\S*\\d\\S*)$`, 'm').exec(catalog)?.[1]
}

test('the ranges are those that this workspace works with', () => {
  const majors = Object.entries(RANGES).map(([name, range]) => [name, majorOf(usedHere(name) ?? range)])
  expect(majors).toEqual(Object.entries(RANGES).map(([name, range]) => [name, majorOf(range)]))
})
