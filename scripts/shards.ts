import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { parseOptions, runScript } from './support/run-script.ts'

const HELP = `npm run shards -- [PATH …]
Runs the API's tests that need a database with the credentials over several real PostgreSQL servers: over two, of which the first one
keeps all else too, and over four, of which the first one keeps no credentials. PATH: these tests alone.`

const TESTS = [
  'importing',
  'numbers',
  'exposure',
  'addresses',
  'alerts',
  'accounts',
  'domains',
  'findings',
  'hibp',
  'tenancy',
  'limited-tokens',
  'monitoring',
  'reports',
].map((name) => `leak-api/src/${name}`)
const SERVERS = [2, 4]

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
})

const runTests = async (servers: number): Promise<void> => {
  const jest = createRequire(join(root, 'package.json')).resolve('jest/bin/jest')
  const paths = positionals.length > 0 ? positionals : TESTS
  console.log(`── ${servers} servers ──`)
  const child = spawn(process.execPath, [jest, '--forceExit', ...paths], {
    cwd: root,
    env: { ...process.env, TEST_SHARDS: String(servers) },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`tests failed over ${servers} servers`)
}

if (values.help) console.log(HELP)
else
  await runScript(async () => {
    for (const servers of SERVERS) await runTests(servers)
  })
