import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { LEAK_API_WINGS } from './support/imports/leak-api.ts'
import { importsIn } from './testing/read-imports.ts'

const SOURCES = 'leak-api/src'
const wings = Object.keys(LEAK_API_WINGS)
const imports = importsIn(SOURCES)

const importedBy = (wing: string): string[] => {
  const targets = [...imports].flatMap(([path, found]) => (path.startsWith(`${wing}/`) ? [...found] : []))
  return [...new Set(targets.map((target) => target.split('/')[0] ?? ''))].filter(
    (name) => name !== wing && wings.includes(name),
  )
}

test('the folders of leak-api are its wings, the commands, the demonstration and the tests of the whole', () => {
  const folders = readdirSync(join(root, SOURCES), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).toSorted()).toEqual([...wings, 'cli', 'demo', 'integration'].toSorted())
})

test.each(wings)('the row of leak-api/src/%s names the wings that it imports, and no others', (wing) => {
  expect(LEAK_API_WINGS[wing]).toEqual(importedBy(wing).toSorted())
})

test.each(wings)('the wing %s imports only those that stand before it', (wing) => {
  for (const other of importedBy(wing)) expect(wings.indexOf(other)).toBeLessThan(wings.indexOf(wing))
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
    ['leak-api/src/watchlist/cases/a.ts', '@atalaia/kernel', 'only contracts, database, server'],
    ['leak-api/src/watchlist/cases/b.ts', '@atalaia/cli/base', 'only contracts, database, server'],
    ['leak-api/src/watchlist/cases/c.ts', '../../notify/webhooks/a.ts', 'let app.ts hand it in'],
    ['leak-api/src/watchlist/c.ts', '../notify/index.ts', 'let app.ts hand it in'],
    ['leak-api/src/watchlist/cases/lists/c.ts', '../../../accounts/a.ts', 'let app.ts hand it in'],
    ['leak-api/src/watchlist/cases/d.ts', '../../app.ts', 'let app.ts hand it in'],
    ['leak-api/src/watchlist/cases/d.test.ts', '@atalaia/kernel/x', 'may import of @atalaia only contracts'],
    ['gateway/src/telemetry/a.ts', '../delivery/a.ts', 'telemetry imports the registry alone'],
    ['mfe-profile/src/a.ts', '@atalaia/kernel', 'speak over the bus'],
    ['e2e/specs/a.spec.ts', '@playwright/test', 'Found 0 warnings and 0 errors'],
    ['leak-api/src/watchlist/cases/e.ts', '../../numbers/severity/a.ts', 'Found 0 warnings and 0 errors'],
    ['leak-api/src/watchlist/cases/f.ts', '../incidents/a.ts', 'Found 0 warnings and 0 errors'],
    ['leak-api/src/watchlist/cases/g.ts', '@atalaia/contracts/cases', 'Found 0 warnings and 0 errors'],
  ])('%s, from %s: %s', async (file, imported, words) => {
    const { output } = await complaintsOf(file, imported)
    expect(output.replaceAll(/\s+\|?\s*/g, ' ')).toContain(words)
  })
})
