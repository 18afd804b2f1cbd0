import { totalmem } from 'node:os'
import { openPostgres, type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'

const MEGABYTE = 1024 * 1024

/** As docs/operators.md has it: a quarter of the memory, and fewer checkpoints, after which each page is written whole. */
export const SERVER_SETTINGS = [
  `shared_buffers=${Math.floor(totalmem() / 4 / MEGABYTE)}MB`,
  'max_wal_size=16GB',
  'checkpoint_timeout=30min',
  'maintenance_work_mem=256MB',
]

export const withDatabase = async <Value>(
  url: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> => {
  const database = await openPostgres(url)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const SUM = sql`SELECT concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', address, pair, fingerprint, domain, local), 0))) AS sum
  FROM credential`
export const sumOf = (url: string) =>
  withDatabase(url, (database) =>
    database.transaction(async (on) => (await on.query(object({ sum: string() }), SUM))[0]?.sum, {
      statementMs: 3_600_000,
    }),
  )
