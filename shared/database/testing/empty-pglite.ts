import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { openPglite } from '../src/pglite.ts'
import { DELETE_ROWS } from './delete-rows.ts'
import { copyFreshPglite, copyMigratedPglite } from './fresh-pglite.ts'
import { createIdleDatabases } from './idle-databases.ts'

/** Takes everything away that a test has made: all schemas but PostgreSQL's own. */
const DROP_TABLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
  END $$;
  CREATE SCHEMA public`

type Opened = { readonly database: Database; readonly folder: string }

const idle = createIdleDatabases<Opened>(async ({ database, folder }) => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const startPglite = async (migrations?: MigrationOptions): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'pglite-'))
  if (migrations) await copyMigratedPglite(folder, migrations)
  else copyFreshPglite(folder)
  return { folder, database: await openPglite(folder) }
}

/**
 * Opens an embedded database without rows, and without tables unless `migrations` are given, whose schema it may have
 * already: a test that is about to apply them, and does not change the schema, gives them. `seed` writes the rows that they
 * write. Closing it empties it and keeps it for the next test of the file, because starting one takes most of a second.
 */
export const openEmptyPglite = async (migrations?: MigrationOptions, seed = ''): Promise<Database> => {
  const key = migrations?.folder.href ?? ''
  const opened = idle.take(key) ?? (await startPglite(migrations))
  const { database } = opened
  return {
    ...database,
    close: async () => {
      await database.script(migrations ? `${DELETE_ROWS}; ${seed}` : DROP_TABLES)
      await idle.put(key, opened)
    },
  }
}
