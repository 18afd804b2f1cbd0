import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { SERVER_VARIABLE } from '@atalaia/database/testing/test-database'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEAST_PERCENT, PARTS, type PartResult } from './parts.ts'
import { runPart } from './run-part.ts'
import { runTenantFilters } from './tenant-filters.ts'
import { parseOptions, runServices, type RunningServices } from '../../scripts/support/run-script.ts'

const TENANCY = 'tenancy'
const names = [...PARTS.map(({ name }) => name), TENANCY]

const isOf = (name: string, part: string) => name === part || name.startsWith(`${part}-`)

const HELP = `npm run lab -- mutants [PART…] [--concurrency N]
Tries the tests: changes the code of a part in one place after another, runs the part's tests against each change, and
names the changes that no test noticed. Fails when the tests of a part notice less than ${LEAST_PERCENT} %. Without PART: all.

  PART             ${names.join(', ')}; kernel: all parts of the kernel
  --concurrency N  changes that are tried at the same time; default: 2

Stryker makes the changes; those of ${TENANCY} take a filter by organisation out of the SQL. The parts, and what is left out
of them, are in lab/mutants/parts.ts. Reports: .cache/mutants/PART.json`

const percentOf = ({ mutants, killed }: PartResult) => (mutants === 0 ? 0 : (100 * killed) / mutants)

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const tableOf = (results: readonly PartResult[]) =>
  [
    row(['part', 'mutants', 'killed', 'seconds']),
    row(['---', '---', '---', '---']),
    ...results.map((result) =>
      row([result.name, String(result.mutants), `${percentOf(result).toFixed(1)} %`, result.seconds.toFixed(0)]),
    ),
  ].join('\n')

const prepare = async ({ add }: RunningServices) => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  add({ stop: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) })
  // PostgreSQL runs as a user of its own, and has to come through.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  const server = await startPostgresServer(['fsync=off', 'max_connections=200'])
  add({ stop: () => server.stop() })
  process.env[SERVER_VARIABLE] = server.url
}

const run = async (wanted: readonly string[], concurrency: number, services: RunningServices) => {
  await prepare(services)
  const results: PartResult[] = []
  for (const name of names.filter((each) => wanted.length === 0 || wanted.some((part) => isOf(each, part)))) {
    const part = PARTS.find((each) => each.name === name)
    const result = await (part === undefined ? runTenantFilters(name) : runPart(part, concurrency))
    console.log(`\n${name}: ${result.killed} of ${result.mutants} noticed (${percentOf(result).toFixed(1)} %)`)
    for (const survivor of result.survivors) console.log(`  ${survivor}`)
    results.push(result)
  }
  console.log(`\n${tableOf(results)}`)
  if (results.some((result) => percentOf(result) < LEAST_PERCENT)) process.exitCode = 1
}

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '2' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const concurrency = Number(values.concurrency)
const unknown = positionals.find((part) => !names.some((name) => isOf(name, part)))

if (values.help) {
  console.log(HELP)
} else if (unknown !== undefined || !Number.isInteger(concurrency) || concurrency < 1) {
  console.error(
    `${unknown === undefined ? '--concurrency: not a number of 1 or more' : `${unknown}: no such part`}\n\n${HELP}`,
  )
  process.exitCode = 2
} else {
  await runServices((services) => run(positionals, concurrency, services))
}
