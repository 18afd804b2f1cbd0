import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { openPglite } from '../src/pglite.ts'
import { DELETE_ROWS } from './delete-rows.ts'
import { copyFreshPglite, copyMigratedPglite } from './fresh-pglite.ts'

/** Takes everything away that a test has made: all schemas but PostgreSQL's own. */
const DROP_TABLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
  END $$;
  CREATE SCHEMA public`

/** Started, empty, and used by no test at the moment; by the folder of their migrations, without tables by ''. */
const idle = new Map<string, Database[]>()

/** Whether the hook below has run: Jest calls the `afterAll` of the test's own file after it. */
let isOver = false

afterAll(async () => {
  isOver = true
  await Promise.all([...idle.values()].flat().map((database) => database.close()))
  idle.clear()
})

const startPglite = async (migrations?: MigrationOptions): Promise<Database> => {
  const folder = mkdtempSync(join(tmpdir(), 'pglite-'))
  if (migrations) await copyMigratedPglite(folder, migrations)
  else copyFreshPglite(folder)
  const database = await openPglite(folder)
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...database, close }
}

/**
 * Opens an embedded database without rows, and without tables unless `migrations` are given, whose schema it may have
 * already: a test that is about to apply them, and does not change the schema, gives them. Closing it empties it and keeps it for
 * the next test of the same file, because starting one takes most of a second; the end of the file ends it.
 */
export const openEmptyPglite = async (migrations?: MigrationOptions): Promise<Database> => {
  const kept = migrations?.folder.href ?? ''
  const database = idle.get(kept)?.pop() ?? (await startPglite(migrations))
  return {
    ...database,
    close: async () => {
      if (isOver) return database.close()
      await database.script(migrations ? DELETE_ROWS : DROP_TABLES)
      idle.set(kept, [...(idle.get(kept) ?? []), database])
    },
  }
}
