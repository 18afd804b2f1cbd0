// Starts a script of the workspace from a bare clone: `node scripts/run.mjs scripts/start.ts [arguments]`.
// Plain JavaScript on Node's own modules: it runs before any package is there.
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './bootstrap/install.mjs'
import { watchNpm } from './bootstrap/npm-parent.mjs'
import { runChild } from './bootstrap/run-child.mjs'

const OLDEST_NODE = 20
const root = fileURLToPath(new URL('..', import.meta.url))
const binaries = join(root, 'node_modules', '.bin')
const preload = new URL('../stack/src/end-with-parent.mjs', import.meta.url).href

const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/run.mjs SCRIPT.ts [arguments]')
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  fail(`Node ${OLDEST_NODE} or newer is needed to begin; this is ${process.version}. Get it from https://nodejs.org`)
}

const installed = await ensureInstalled(root)
if (!installed.ok) fail(installed.message)

const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
  // Every process that is started from here on finds its modules compiled, and their types stripped.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node'),
}
const command = join(root, 'node_modules', 'node', 'bin', 'node')
const child = runChild(command, ['--import', preload, resolve(root, script), ...args], {
  env: environment,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // A group of its own: Ctrl-C reaches the terminal's whole group and npm passes it on again,
  // so that the script would see it two or three times. This process hands it on, once.
  detached: true,
})
watchNpm(() => child.stop('SIGTERM'))
process.exitCode = await child.ended
