import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer, type PostgresServer } from '@atalaia/database/testing/postgres-server'
import { writeLines } from '../import/leak-lines.ts'
import { addressTimes, dashboardTimes, domainTimes, monitorMany } from '../import/lookups.ts'
import { runImport, type ImportRun } from '../import/run-import.ts'
import { startApi } from '../import/start-api.ts'
import { SERVER_SETTINGS, sumOf, withDatabase } from '../import/servers.ts'
import { tableBytes } from '../import/table-bytes.ts'
import type { Row, Section, SectionOptions } from '../section.ts'
import { timesRow } from '../times-row.ts'

const MILLION = 1_000_000
/** Addresses of a domain. */
const OF_A_DOMAIN = 1000
/** From here on the bulk way has a goal; above, the small way takes hours and is left out. */
const LARGE = 20 * MILLION
const MIN_TIMES_SMALL = 3
const SHARES_OF_FIRST = { bulk: 0.8, small: 0.5 }
const MAX_PEAK_MB = 512
const MAX_ADDRESS_MS = 5
const MAX_DOMAIN_MS = 50
const MAX_DASHBOARD_MS = 50
const number = new Intl.NumberFormat('en')
const FLAG = { bulk: ['--bulk'], small: ['--no-bulk'] } as const
type Way = keyof typeof FLAG

type Bench = { readonly postgres: PostgresServer; readonly folder: string }
type Filled = { readonly url: string; readonly run: ImportRun }

const environmentOf = ({ folder }: Bench, url: string) => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url })

const fill = async (bench: Bench, file: string, way: Way, url?: string): Promise<Filled> => {
  const address = url ?? (await bench.postgres.createDatabase())
  return { url: address, run: await runImport(file, environmentOf(bench, address), FLAG[way]) }
}
const rateRow = (what: string, rows: number, { seconds, peakMb }: ImportRun): Row => ({
  what: `${what}: import of ${number.format(rows)} rows, peak memory`,
  value: `${number.format(Math.round(rows / seconds))} rows/s, ${Math.round(peakMb)} MB`,
  goal: `under ${MAX_PEAK_MB} MB`,
  met: peakMb < MAX_PEAK_MB,
  figures: [{ name: `${what} import`, unit: 'ms', values: [seconds * 1000] }],
})

/** The same file by both ways, with the same rows in the end. */
const bothWays = async (bench: Bench, file: string, rows: number): Promise<{ rows: Row[]; url: string }> => {
  const bulk = await fill(bench, file, 'bulk')
  if (rows > LARGE) return { rows: [rateRow('bulk way', rows, bulk.run)], url: bulk.url }
  const small = await fill(bench, file, 'small')
  if ((await sumOf(small.url)) !== (await sumOf(bulk.url))) throw new Error('bench: the two ways made different rows')
  const times = small.run.seconds / bulk.run.seconds
  return {
    url: bulk.url,
    rows: [
      rateRow('bulk way', rows, bulk.run),
      rateRow('small way', rows, small.run),
      {
        what: 'bulk way against the small way, the same rows in both',
        value: `${times.toFixed(2)} times`,
        goal: `at least ${MIN_TIMES_SMALL} from ${number.format(LARGE)} rows on`,
        ...(rows >= LARGE && { met: times >= MIN_TIMES_SMALL }),
      },
    ],
  }
}

/** One more million in a full database, beside the same one in an empty one. */
const laterRow = async (bench: Bench, { file, way, url }: { file: string; way: Way; url: string }): Promise<Row> => {
  const first = await fill(bench, file, way)
  const later = await fill(bench, file, way, url)
  const share = first.run.seconds / later.run.seconds
  return {
    what: `${way} way: the rate of a million more rows, as a share of that into an empty database`,
    value: share.toFixed(2),
    goal: `at least ${SHARES_OF_FIRST[way]} at 100,000,000 rows`,
    met: share >= SHARES_OF_FIRST[way],
  }
}

const lookupRows = async (
  bench: Bench,
  { url, rows, file }: { url: string; rows: number; file: string },
): Promise<Row[]> => {
  const listed = { rows, domains: rows / OF_A_DOMAIN }
  const api = await startApi(environmentOf(bench, url))
  try {
    return await withDatabase(url, async (database) => {
      const addresses = await addressTimes(database, listed)
      const domains = await domainTimes(database, listed)
      await monitorMany(database, listed)
      const importing = runImport(file, environmentOf(bench, url), FLAG.small)
      const dashboards = await dashboardTimes(api, importing)
      const { heap, keys } = await tableBytes(database)
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
        timesRow({
          what: 'dashboard of 5,000 addresses while an import runs',
          values: dashboards,
          shares: [0.5, 0.99],
          goal: { share: 0.99, ms: MAX_DASHBOARD_MS },
        }),
        {
          what: 'disk of the credentials, tables and keys',
          value: `${((heap + keys) / 1e9).toFixed(2)} GB`,
        },
      ]
    })
  } finally {
    await api.stop()
  }
}

/** Leaks by the million in PostgreSQL: both ways in, later imports, and lookups. */
export const leaksSection: Section = {
  name: 'leaks',
  run: async ({ rows: millions = 1 }: SectionOptions) => {
    const rows = millions * MILLION
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    const [whole, ...more] = ['whole', 'second', 'third', 'fourth'].map((name) => join(folder, `${name}.txt`))
    const [second = '', third = '', fourth = ''] = more
    const postgres = await startPostgresServer(SERVER_SETTINGS)
    const bench = { postgres, folder }
    const domains = rows / OF_A_DOMAIN
    try {
      await writeLines(whole ?? '', { count: rows, domains })
      for (const [at, file] of [second, third, fourth].entries())
        await writeLines(file, { count: MILLION, domains, first: rows + at * MILLION })
      const imported = await bothWays(bench, whole ?? '', rows)
      const { url } = imported
      return [
        ...imported.rows,
        await laterRow(bench, { file: second, way: 'bulk', url }),
        await laterRow(bench, { file: third, way: 'small', url }),
        ...(await lookupRows(bench, { url, rows, file: fourth })),
      ]
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
