import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

jest.setTimeout(120_000)

const folder = join(__dirname, '..')
/** Runs a command of a package in this one, and gives what it prints; throws with that when it fails. */
const run = (command: string, args: readonly string[]): string =>
  execFileSync(join(folder, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

let packed: string
beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'embed-'))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: folder, stdio: 'pipe' })
})
afterAll(() => rmSync(packed, { recursive: true, force: true }))

const tarball = () => join(packed, 'atalaia-embed-1.1.0.tgz')

test('a page that a server renders may import the component: the module is a client’s', () => {
  expect(readFileSync(join(folder, 'dist/embed-loader/src/react.js'), 'utf8')).toMatch(/^'use client'/)
})

test('what would be published is clean for publint', () => {
  expect(run('publint', [tarball(), '--strict'])).toContain('All good')
})

test('its types are right for those who import it as a module', () => {
  expect(() => run('attw', [tarball(), '--profile', 'esm-only'])).not.toThrow()
})
