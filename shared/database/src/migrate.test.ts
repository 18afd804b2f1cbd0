import { sql } from 'kysely'
import { object, string } from 'zod/mini'
import { newMigrations } from '../testing/migration-folder.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { planMigrations } from './plan-migrations.ts'
import { openPostgres } from './postgres.ts'

const FIRST = { '001-notes.sql': 'CREATE TABLE note (text text NOT NULL)' }
const SECOND = { ...FIRST, '002-authors.sql': 'ALTER TABLE note ADD COLUMN author text' }

let database: Database
beforeEach(async () => {
  database = await openPostgres(await createTestDatabase())
})
afterEach(() => database.close())

const columns = async () => {
  return (
    await database.query(
      object({ name: string() }),
      sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'note' ORDER BY 1`,
    )
  ).map(({ name }) => name)
}
const refuse = () => Promise.reject(new Error('not now'))

// Rule: M-SCHEMA-2, M-SCHEMA-27
test('an empty database gets the schema without a question, and a second start applies nothing', async () => {
  expect(await migrate(database, newMigrations(SECOND), refuse)).toEqual(Object.keys(SECOND))
  expect(await migrate(database, newMigrations(SECOND), refuse)).toEqual([])
  expect(await columns()).toEqual(['author', 'text'])
})

// Rule: M-SCHEMA-2, M-SCHEMA-27
test('before a schema in use is migrated a step is asked, which may refuse', async () => {
  await migrate(database, newMigrations(FIRST))
  await expect(migrate(database, newMigrations(SECOND), refuse)).rejects.toThrow('not now')
  expect(await columns()).toEqual(['text'])
  const asked: string[] = []
  await migrate(database, newMigrations(SECOND), async (pending) => void asked.push(...pending))
  expect([asked, await columns()]).toEqual([['002-authors.sql'], ['author', 'text']])
})

// Rule: M-SCHEMA-1
// Threat: T-DB-15
test('a schema that is newer than the version is refused with the names of what the version does not have', async () => {
  await migrate(database, newMigrations(SECOND))
  const newer = "the database's schema is newer than this version, which does not have 002-authors.sql"
  await expect(migrate(database, newMigrations(FIRST))).rejects.toThrow(newer)
  await expect(planMigrations(database, newMigrations(FIRST))).rejects.toThrow(newer)
})

// Rule: M-SCHEMA-1
test('a version works on a newer schema whose migrations keep it, and an earlier version does not', async () => {
  const third = { ...SECOND, '003-days.sql': 'ALTER TABLE note ADD COLUMN day date', LAST_RELEASE: '002-authors.sql\n' }
  await migrate(database, newMigrations(FIRST))
  await migrate(database, newMigrations(SECOND))
  expect(await migrate(database, newMigrations(third))).toEqual(['003-days.sql'])
  expect(await migrate(database, newMigrations(SECOND))).toEqual([])
  await expect(migrate(database, newMigrations(FIRST))).rejects.toThrow('does not have 002-authors.sql, 003-days.sql')
})

test('of processes that start at once one migrates, and the others find it done', async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database, newMigrations(SECOND))))
  expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([Object.keys(SECOND), [], [], []])
})

test('a migration that fails leaves the schema as it was before all of them', async () => {
  await migrate(database, newMigrations(FIRST))
  const broken = newMigrations({ ...SECOND, '003-broken.sql': 'ALTER TABLE nobody ADD COLUMN author text' })
  await expect(migrate(database, broken)).rejects.toThrow('nobody')
  expect(await columns()).toEqual(['text'])
})

// Rule: M-SCHEMA-4
test('a plan lists what is pending, with the tables that exist, what waits and their rows, and changes nothing', async () => {
  await migrate(database, newMigrations(FIRST))
  await database.script("INSERT INTO note SELECT 'x' FROM generate_series(1, 5000); ANALYZE note")
  const pending = {
    ...SECOND,
    '003-index.sql': 'CREATE INDEX note_text ON note (text); CREATE TABLE own (id int); CREATE INDEX ON own (id)',
    '004-fill.sql': "-- ALTER TABLE note\nUPDATE note SET author = '' WHERE author IS NULL",
    '005-check.sql': "ALTER TABLE note ADD CHECK (author <> '')",
  }
  const lock = { table: 'note', rows: 5000 }
  expect(await planMigrations(database, newMigrations(pending))).toEqual([
    { name: '002-authors.sql', locks: [{ ...lock, waiting: 'reads and writes', byRow: false }] },
    { name: '003-index.sql', locks: [{ ...lock, waiting: 'writes', byRow: true }] },
    { name: '004-fill.sql', locks: [{ ...lock, waiting: 'rows', byRow: true }] },
    { name: '005-check.sql', locks: [{ ...lock, waiting: 'reads and writes', byRow: true }] },
  ])
  expect(await columns()).toEqual(['text'])
})

// Rule: M-SCHEMA-5
test('a PostgreSQL older than 16 is refused by its number', async () => {
  const url = await createTestDatabase()
  const server = await openPostgres(url)
  await server.script(`
    CREATE SCHEMA older;
    CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql
      RETURN CASE name WHEN 'server_version_num' THEN '150018' ELSE '15.18 (Debian 15.18-0+deb12u1)' END;
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = older, pg_catalog', current_database()); END $$`)
  await server.close()
  await expect(openPostgres(url)).rejects.toThrow(/^PostgreSQL 15\.18 is too old: the oldest that works is 16$/)
})
