import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, object, string } from 'zod/mini'

const folder = join(__dirname, '..')
const root = join(folder, '../..')

const vitestSchema = object({
  testResults: array(object({ assertionResults: array(object({ fullName: string(), status: string() })) })),
})

let packed: string
let said: string
beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'embed-'))
  const args = [join(root, 'scripts/packages.ts'), 'pack', packed, '@atalaia/embed']
  said = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
})
afterAll(() => rmSync(packed, { recursive: true, force: true }))

test('publint and are-the-types-wrong find nothing in what would be published', () => {
  expect(said).toContain('atalaia-embed-')
})

test('a page that a server renders may import the component: the module is a client’s', () => {
  expect(readFileSync(join(folder, 'dist/embed-loader/src/react.js'), 'utf8')).toMatch(/^'use client'/)
})

test('the wrappers for Vue, Svelte and Angular pass the tests in their frameworks’ own set-up', () => {
  const report = join(packed, 'vitest.json')
  // Jest's own mode would be theirs, too.
  const env = { ...process.env, NODE_ENV: 'test', JEST_WORKER_ID: undefined, VITEST: undefined }
  const frameworks = join(folder, 'test/frameworks')
  const vitest = join(frameworks, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: frameworks, encoding: 'utf8', env })
  if (!existsSync(report)) throw new Error(`Vitest wrote no report\n${stdout}${stderr}`)
  const { testResults } = vitestSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  expect(tests.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(tests.map(({ fullName }) => fullName)).toContain('each event is an output, once, with its detail')
})
