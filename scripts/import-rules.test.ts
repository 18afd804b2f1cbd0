import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import config from '../oxlint.config.ts'
import { LEAK_API_FOLDERS } from './support/imports/leak-api.ts'
import { importsIn } from './testing/read-imports.ts'

const SOURCES = 'leak-api/src'

const imports = importsIn(SOURCES)
const folders = readdirSync(join(root, SOURCES), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && [...imports.keys()].some((path) => path.startsWith(`${entry.name}/`)))
  .map(({ name }) => name)

/** The folders that files of `folder` import: those beside it, and those in it where it has several. */
const importedBy = (folder: string): string[] => {
  const targets = [...imports].flatMap(([path, found]) => (path.startsWith(`${folder}/`) ? [...found] : []))
  return [...new Set(targets.map((target) => target.split('/')[0] ?? ''))].filter(
    (name) => name !== folder && folders.includes(name),
  )
}

test('the table of imports has one row for each folder of leak-api', () => {
  expect(folders.length).toBeGreaterThan(20)
  expect(Object.keys(LEAK_API_FOLDERS).toSorted()).toEqual(folders.toSorted())
})

test.each(folders)('the row of leak-api/src/%s names the folders that it imports, and no others', (folder) => {
  const own = readdirSync(join(root, SOURCES, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const inside = new Set(own.map(({ name }) => name))
  const allowed = LEAK_API_FOLDERS[folder]?.filter((name) => !inside.has(name))
  expect(allowed).toEqual(importedBy(folder).toSorted())
})

test.each(folders)('the linter refuses what the row of leak-api/src/%s does not name', (folder) => {
  const allowed = LEAK_API_FOLDERS[folder]?.map((name) => `!**/${name}/**`) ?? []
  const files = [`${SOURCES}/${folder}/**`]
  const group = expect.arrayContaining(['../**', ...allowed])
  const message = expect.stringMatching(`^${SOURCES}/${folder} may import`)
  const rule = ['error', { patterns: [{ group, message }] }]
  expect(config.overrides).toContainEqual({ files, rules: { 'no-restricted-imports': rule } })
})

describe('a file that imports', () => {
  let workspace: string

  beforeAll(() => {
    workspace = realpathSync(mkdtempSync(join(tmpdir(), 'atalaia-imports-')))
    writeFileSync(join(workspace, 'package.json'), '{"type":"module"}')
    writeFileSync(join(workspace, 'oxlint.config.ts'), `export { default } from '${join(root, 'oxlint.config.ts')}'`)
  })

  afterAll(() => rmSync(workspace, { recursive: true, force: true }))

  const complaintsOf = async (file: string, imported: string) => {
    mkdirSync(dirname(join(workspace, file)), { recursive: true })
    writeFileSync(join(workspace, file), `import { x } from '${imported}'\nexport const y = x\n`)
    const linter = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
    return runCaptured(process.execPath, [linter, file], { cwd: workspace, env: { ...process.env } })
  }

  test.each([
    ['shared/kernel/src/a.ts', 'react', 'put the React part into shared/react'],
    [
      'leak-api/src/cases/a.ts',
      '@atalaia/artifact',
      'only contracts, database, server, and of the folders beside it only',
    ],
    ['leak-api/src/cases/b.ts', '@atalaia/cli/base', 'only contracts, database, server'],
    ['leak-api/src/cases/c.ts', '../webhooks/a.ts', 'let app.ts hand it in'],
    ['leak-api/src/cases/d.test.ts', '@atalaia/artifact/x', 'may import of @atalaia only contracts'],
    ['gateway/src/telemetry/a.ts', '../delivery/a.ts', 'telemetry imports the registry alone'],
    ['mfe-profile/src/a.ts', '@atalaia/kernel', 'speak over the bus'],
    ['e2e/specs/a.spec.ts', '@playwright/test', 'Found 0 warnings and 0 errors'],
    ['leak-api/src/cases/e.ts', '../severity/a.ts', 'Found 0 warnings and 0 errors'],
    ['leak-api/src/cases/f.ts', '@atalaia/contracts/cases', 'Found 0 warnings and 0 errors'],
  ])('%s, from %s: %s', async (file, imported, words) => {
    const { output } = await complaintsOf(file, imported)
    expect(output.replaceAll(/\s+\|?\s*/g, ' ')).toContain(words)
  })
})

test('leak-api/README.md names each folder, and each imports only those that stand before it', () => {
  const [, order = ''] =
    /From the ground up.*?names:\n(.*?)`app.ts`/s.exec(readFileSync(join(root, 'leak-api/README.md'), 'utf8')) ?? []
  const steps = order.split(';').map((step) => Array.from(step.matchAll(/`([\w-]+)`/g), ([, name = '']) => name))
  const stepOf = (folder: string) => steps.findIndex((step) => step.includes(folder))
  expect([...steps.flat(), 'cli'].toSorted()).toEqual(folders.toSorted())
  for (const folder of steps.flat())
    expect(importedBy(folder).filter((other) => stepOf(other) >= stepOf(folder))).toEqual([])
})
