import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, object, string } from 'zod/mini'

const folder = join(__dirname, '..')
/** Runs a command of a package in this one, and gives what it prints; throws with that when it fails. */
const run = (command: string, args: readonly string[]): string =>
  execFileSync(join(folder, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

const vitestSchema = object({
  testResults: array(object({ assertionResults: array(object({ fullName: string(), status: string() })) })),
})

let packed: string
beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'embed-'))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: folder, stdio: 'pipe' })
})
afterAll(() => rmSync(packed, { recursive: true, force: true }))

const tarball = () => join(packed, 'atalaia-embed-1.4.0.tgz')

test('a page that a server renders may import the component: the module is a client’s', () => {
  expect(readFileSync(join(folder, 'dist/embed-loader/src/react.js'), 'utf8')).toMatch(/^'use client'/)
})

test('what would be published is clean for publint', () => {
  expect(run('publint', [tarball(), '--strict'])).toContain('All good')
})

test('its types are right for those who import it as a module', () => {
  expect(() => run('attw', [tarball(), '--profile', 'esm-only'])).not.toThrow()
})

test('the wrappers for Vue, Svelte and Angular pass the tests in their frameworks’ own set-up', () => {
  const report = join(packed, 'vitest.json')
  // Jest's own mode would be theirs, too.
  const env = { ...process.env, NODE_ENV: 'test', JEST_WORKER_ID: undefined, VITEST: undefined }
  const args = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
  if (!existsSync(report)) throw new Error(`Vitest wrote no report\n${stdout}${stderr}`)
  const { testResults } = vitestSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  expect(tests.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(tests.map(({ fullName }) => fullName)).toContain('each event is an output, once, with its detail')
})
