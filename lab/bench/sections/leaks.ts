import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Sql } from '@atalaia/database'
import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { messageOf } from '@atalaia/stack'
import { object, string } from 'zod/mini'
import { dropDatabase, environmentOf, importLines, type Bench, type Filled } from '../import/leak-bench.ts'
import { addressTimes, dashboardTimes, domainTimes, monitorMany } from '../import/lookups.ts'
import { runUndo, type ImportRun } from '../import/run-import.ts'
import { SERVER_SETTINGS, sumOf, withDatabase } from '../import/servers.ts'
import { startApi } from '../import/start-api.ts'
import { tableBytes } from '../import/table-bytes.ts'
import type { Row, Section, SectionOptions } from '../section.ts'
import { timesRow } from '../times-row.ts'

const MILLION = 1_000_000
const OF_A_DOMAIN = 1000
const LARGE = 20 * MILLION
const MIN_TIMES_SMALL = 3
const SHARES_OF_FIRST = { chosen: 0.8, small: 0.5 }
const MAX_PEAK_MB = 512
const MAX_ADDRESS_MS = 5
const MAX_DOMAIN_MS = 50
const MAX_DASHBOARD_MS = 50
const MAX_BYTES = 0.65 * 202
const DEFAULT_MINUTES = 25

const number = new Intl.NumberFormat('en')

const rateRow = (what: string, rows: number, { seconds, peakMb }: ImportRun): Row => ({
  what: `${what}: import of ${number.format(rows)} rows, peak memory`,
  value: `${number.format(Math.round(rows / seconds))} rows/s, ${Math.round(peakMb)} MB`,
  goal: `under ${MAX_PEAK_MB} MB`,
  met: peakMb < MAX_PEAK_MB,
  figures: [{ name: `${what} import of ${number.format(rows)}`, unit: 'ms', values: [seconds * 1000] }],
})

const bothWaysRows = async (bench: Bench, rows: number): Promise<Row[]> => {
  const runs: { url: string; run: ImportRun }[] = []
  for (const method of ['bulk', 'small'] as const) {
    const url = await bench.postgres.createDatabase()
    const lines = { count: rows, domains: rows / OF_A_DOMAIN }
    runs.push({ url, run: await importLines(bench, url, { method, lines, source: 'bench' }) })
  }
  const [bulk, small] = runs
  if (bulk === undefined || small === undefined) return []
  const isSame = (await sumOf(small.url)) === (await sumOf(bulk.url))
  for (const { url } of runs) await dropDatabase(bench, url)
  if (!isSame) throw new Error('bench: the two ways made different rows')
  const times = small.run.seconds / bulk.run.seconds
  return [
    rateRow('bulk way', rows, bulk.run),
    rateRow('small way', rows, small.run),
    {
      what: `bulk way against the small way, ${number.format(rows)} rows, the same in both`,
      value: `${times.toFixed(2)} times`,
      goal: `at least ${MIN_TIMES_SMALL} from ${number.format(LARGE)} rows on`,
      ...(rows >= LARGE && { met: times >= MIN_TIMES_SMALL }),
    },
  ]
}

const laterOf = ({ rows }: Filled) => ({ chosen: Math.min(rows, LARGE), small: MILLION })

const laterRows = async (bench: Bench, filled: Filled, method: 'chosen' | 'small'): Promise<Row[]> => {
  const { url, rows } = filled
  const later = laterOf(filled)
  const count = later[method]
  const lines = { count, domains: rows / OF_A_DOMAIN, first: method === 'chosen' ? rows : rows + later.chosen }
  const empty = await bench.postgres.createDatabase()
  const first = await importLines(bench, empty, { method, lines, source: method })
  await dropDatabase(bench, empty)
  const again = await importLines(bench, url, { method, lines, source: method })
  const share = first.seconds / again.seconds
  return [
    {
      what: `${method} way: the rate of ${number.format(count)} more rows, as a share of that into an empty database`,
      value: `${share.toFixed(2)} (${again.seconds.toFixed(1)} s, ${first.seconds.toFixed(1)} s)`,
      goal: `at least ${SHARES_OF_FIRST[method]} at 100,000,000 rows`,
      met: share >= SHARES_OF_FIRST[method],
    },
  ]
}

const lookupRows = async ({ url, rows }: Filled): Promise<Row[]> => {
  const listed = { rows, domains: rows / OF_A_DOMAIN }
  return withDatabase(url, async (database) => {
    const addresses = await addressTimes(database, listed)
    const domains = await domainTimes(database, listed)
    return [
      timesRow({
        what: `lookup of an address among ${number.format(rows)} rows`,
        values: addresses,
        shares: [0.5, 0.99],
        goal: { share: 0.99, ms: MAX_ADDRESS_MS },
      }),
      timesRow({
        what: `lookup of a domain with ${number.format(domains.addresses)} addresses`,
        values: domains.times,
        shares: [0.5, 1],
        goal: { share: 1, ms: MAX_DOMAIN_MS },
      }),
    ]
  })
}

const dashboardRows = async (bench: Bench, filled: Filled): Promise<Row[]> => {
  const { url, rows } = filled
  const later = laterOf(filled)
  const domains = rows / OF_A_DOMAIN
  const api = await startApi(environmentOf(bench, url))
  try {
    await withDatabase(url, (database) => monitorMany(database, { rows, domains }))
    const lines = { count: MILLION, domains, first: rows + later.chosen + later.small }
    const importing = importLines(bench, url, { method: 'small', lines, source: 'meanwhile' })
    const row = timesRow({
      what: 'dashboard of 5,000 addresses while an import runs',
      values: await dashboardTimes(api, importing),
      shares: [0.5, 0.99],
      goal: { share: 0.99, ms: MAX_DASHBOARD_MS },
    })
    return [row]
  } finally {
    await api.stop()
  }
}

const bytesRows = async ({ url, rows }: Filled): Promise<Row[]> => {
  const { heap, keys } = await withDatabase(url, tableBytes)
  const each = (heap + keys) / rows
  const what = 'bytes a credential, tables and keys; in all'
  const value = `${each.toFixed(1)}; ${((heap + keys) / 1e9).toFixed(2)} GB`
  return [{ what, value, goal: `at most ${MAX_BYTES}`, met: each <= MAX_BYTES }]
}

const FIRST_IMPORT = sql`SELECT min(id)::text AS id FROM import`
const COUNT = sql`SELECT count(*)::text AS id FROM credential`
const undoRows = async (bench: Bench, filled: Filled): Promise<Row[]> => {
  const { url, rows } = filled
  const later = laterOf(filled)
  const one = (statement: Sql) =>
    withDatabase(url, (database) =>
      database.transaction(async (on) => (await on.query(object({ id: string() }), statement))[0]?.id ?? '', {
        statementMs: 600_000,
      }),
    )
  const seconds = await runUndo(await one(FIRST_IMPORT), environmentOf(bench, url), bench.signal)
  const left = Number(await one(COUNT))
  // Those of the later imports, and of the one beside the dashboard.
  if (left > later.chosen + later.small + MILLION)
    throw new Error(`bench: ${left} rows are left after the import was taken back`)
  const figures = [{ name: 'undo', unit: 'ms', values: [seconds * 1000] } as const]
  return [{ what: `undo of ${number.format(rows)} rows`, value: `${seconds.toFixed(0)} s`, figures }]
}

export const leaksSection: Section = {
  name: 'leaks',
  run: async ({ rows: millions = 1, minutes = DEFAULT_MINUTES }: SectionOptions) => {
    const rows = millions * MILLION
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    const signal = AbortSignal.timeout(minutes * 60_000)
    const postgres = await startPostgresServer(SERVER_SETTINGS)
    const bench = { postgres, folder, signal }
    const measured: Row[] = []
    const start = performance.now()
    const step = async (what: string, work: () => Promise<Row[]>): Promise<void> => {
      console.error(`leaks: ${what} (minute ${Math.floor((performance.now() - start) / 60_000)} of ${minutes})`)
      try {
        signal.throwIfAborted()
        measured.push(...(await work()))
      } catch (error) {
        // One step takes nothing from the others.
        const value = signal.aborted ? `not measured: ${minutes} minutes were over` : `failed: ${messageOf(error)}`
        measured.push({ what, value, met: false })
      }
    }
    try {
      const full = { url: await postgres.createDatabase(), rows }
      await step('all rows by the bulk way', async () => {
        const lines = { count: rows, domains: rows / OF_A_DOMAIN }
        const run = await importLines(bench, full.url, { method: 'bulk', lines, source: 'bench' })
        return [rateRow('all rows, bulk way', rows, run)]
      })
      await step('bytes', () => bytesRows(full))
      await step('lookups', () => lookupRows(full))
      await step('more rows', () => laterRows(bench, full, 'chosen'))
      await step('a million more, small way', () => laterRows(bench, full, 'small'))
      await step('dashboard', () => dashboardRows(bench, full))
      await step('both ways', () => bothWaysRows(bench, Math.min(rows, LARGE)))
      await step('undo', () => undoRows(bench, full))
      return measured
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
