import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Database } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { startPgliteThread } from '../src/pglite-connection.ts'
import { openPgliteThread } from '../src/pglite.ts'
import { DELETE_ROWS } from './delete-rows.ts'
import { copyFreshPglite, copyMigratedPglite } from './fresh-pglite.ts'
import { add, createIdleDatabases } from './idle-databases.ts'

/** Takes everything away that a test has made: all schemas but PostgreSQL's own. */
const DROP_TABLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
  END $$;
  CREATE SCHEMA public`

type Kept = { readonly thread: Worker; readonly folder: string }
type Idle = Kept & { readonly database: Database }

/**
 * The threads that earlier files of tests of this process have left, by the folder of their migrations: see environment.cjs.
 * Another environment keeps none.
 */
const threads: Map<string, Kept[]> | undefined = Object(globalThis)[Symbol.for('atalaia.pglite-threads')]

/** Leaves a thread to the next file of tests. What was removed goes from its tables, which else grow from file to file. */
const leave = async (key: string, { database, thread, folder }: Idle) => {
  if (!threads) {
    await database.close()
    return rm(folder, { recursive: true, force: true })
  }
  await database.script('VACUUM')
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
  // It keeps no process alive.
  thread.unref()
  add(threads, key, { thread, folder })
}

const idle = createIdleDatabases(leave)

const startPglite = async (migrations?: MigrationOptions): Promise<Idle> => {
  const folder = mkdtempSync(join(tmpdir(), 'pglite-'))
  if (migrations) await copyMigratedPglite(folder, migrations)
  else copyFreshPglite(folder)
  const thread = startPgliteThread(folder)
  return { thread, folder, database: await openPgliteThread(thread) }
}

const startOrReopen = async (key: string, migrations?: MigrationOptions): Promise<Idle> => {
  const left = threads?.get(key)?.pop()
  if (!left) return startPglite(migrations)
  left.thread.ref()
  return { ...left, database: await openPgliteThread(left.thread) }
}

/**
 * Opens an embedded database without rows, and without tables unless `migrations` are given, whose schema it may have
 * already: a test that is about to apply them, and does not change the schema, gives them. `seed` writes the rows that they
 * write. Closing it empties it and keeps it for the next test, because starting one takes most of a second; the end of a file
 * leaves it to the next file of the same process.
 */
export const openEmptyPglite = async (migrations?: MigrationOptions, seed = ''): Promise<Database> => {
  const key = migrations?.folder.href ?? ''
  const opened = idle.take(key) ?? (await startOrReopen(key, migrations))
  const { database } = opened
  return {
    ...database,
    close: async () => {
      await database.script(migrations ? `${DELETE_ROWS}; ${seed}` : DROP_TABLES)
      await idle.put(key, opened)
    },
  }
}
