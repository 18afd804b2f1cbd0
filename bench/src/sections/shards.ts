import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { writeLines } from '../import/leak-lines.ts'
import { addressTimes, domainTimes } from '../import/lookups.ts'
import { LEAKS, runImport } from '../import/run-import.ts'
import { SERVER_SETTINGS, sumOf, withDatabase } from '../import/servers.ts'
import type { Row, Section } from '../section.ts'
import { timesRow } from '../times-row.ts'

const MILLION = 1_000_000
/** Addresses of a domain. */
const OF_A_DOMAIN = 1000
const SERVERS = [1, 2, 4]
/** Look-ups at the same time, as many as the API has connections. */
const AT_ONCE = 10

const number = new Intl.NumberFormat('en')
const run = promisify(execFile)

/** The list, beside the keys: with other keys the same lines make other rows. */
const listIn = (folder: string) => join(folder, 'list.txt')

type Measured = { readonly rows: readonly Row[]; readonly sum: string | undefined }

/** One database over so many servers, each with as many partitions; they share this machine. */
const measure = async (servers: number, folder: string, rows: number): Promise<Measured> => {
  const started = await Promise.all(Array.from({ length: servers }, () => startPostgresServer(SERVER_SETTINGS)))
  try {
    const urls = await Promise.all(started.map((server) => server.createDatabase()))
    const [url = ''] = urls
    const environment = { DATA_DIR: folder, DATABASE_URL: url, DATABASE_SHARDS: urls.join(' ') }
    await run(process.execPath, [LEAKS, 'shards', 'spread', '--yes'], { env: { ...process.env, ...environment } })
    const imported = await runImport(listIn(folder), environment)
    const sum = await sumOf(url)
    return await withDatabase(url, async (database) => {
      const listed = { rows, domains: rows / OF_A_DOMAIN }
      const addresses = await addressTimes(database, listed)
      const domains = await domainTimes(database, listed)
      const began = performance.now()
      const times = await Promise.all(Array.from({ length: AT_ONCE }, () => addressTimes(database, listed)))
      // Each of them looks up as many again, to warm up.
      const rate = (2 * times.flat().length) / ((performance.now() - began) / 1000)
      const what = `${servers} server${servers === 1 ? '' : 's'}`
      return {
        sum,
        rows: [
          {
            what: `${what}: import of ${number.format(rows)} rows`,
            value: `${number.format(Math.round(rows / imported.seconds))} rows/s`,
            figures: [{ name: `${what} import`, unit: 'ms', values: [imported.seconds * 1000] }],
          },
          timesRow({ what: `${what}: lookup of an address`, values: addresses, shares: [0.5, 0.99] }),
          timesRow({ what: `${what}: lookup of a domain`, values: domains.times, shares: [0.5, 1] }),
          {
            what: `${what}: lookups of addresses, ${AT_ONCE} at once`,
            value: `${number.format(Math.round(rate))} a second`,
          },
        ],
      }
    })
  } finally {
    for (const server of started) await server.stop()
  }
}

/** The same list in one database over one, two and four servers. */
export const shardsSection: Section = {
  name: 'shards',
  run: async ({ rows: millions = 1 }) => {
    const rows = millions * MILLION
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    try {
      await writeLines(listIn(folder), { count: rows, domains: rows / OF_A_DOMAIN })
      const measured: Measured[] = []
      for (const servers of SERVERS) measured.push(await measure(servers, folder, rows))
      if (new Set(measured.map(({ sum }) => sum)).size > 1) throw new Error('bench: the servers made different rows')
      return measured.flatMap((each) => each.rows)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
