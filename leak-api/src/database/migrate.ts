import { readdir, readFile } from 'node:fs/promises'
import { object, string } from 'zod/mini'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)
const LOCK = 4_711_001

/** Brings the schema up to date; when several processes start at once, one does it and the others wait. */
export const migrate = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.execute('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await transaction.script(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const applied = await transaction.query(object({ name: string() }), 'SELECT name FROM schema_migration')
    const known = new Set(applied.map(({ name }) => name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    for (const name of files) {
      if (known.has(name)) continue
      await transaction.script(await readFile(new URL(name, folder), 'utf8'))
      await transaction.execute('INSERT INTO schema_migration (name) VALUES ($1)', [name])
    }
  })
