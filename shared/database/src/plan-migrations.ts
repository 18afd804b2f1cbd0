import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { number, object, string } from 'zod/mini'
import type { Queryable } from './database.ts'
import { readSchemaState, type MigrationOptions } from './migrate.ts'

/** Calls that wait for a migration's lock, fewest first. `rows`: writes to changed rows. */
const WAITING = ['rows', 'writes', 'reads and writes'] as const

export type PlannedLock = {
  readonly table: string
  readonly waiting: (typeof WAITING)[number]
  /** PostgreSQL's estimate. 0: empty or unknown. */
  readonly rows: number
  /** Time grows with the rows. */
  readonly byRow: boolean
}

export type PlannedMigration = { readonly name: string; readonly locks: readonly PlannedLock[] }

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?([\w.]+)`

const FIRST = '(?:^|; ?|BEGIN |LOOP )'

/** Statements that lock a table, by waiting calls (PostgreSQL documentation, "Explicit Locking"). */
const LOCKING: readonly (readonly [string, PlannedLock['waiting']])[] = [
  [`(?:ALTER|DROP|LOCK) TABLE ${NAME}`, 'reads and writes'],
  [`TRUNCATE (?:TABLE )?${NAME}`, 'reads and writes'],
  [`(?:DROP|OR REPLACE) (?:MATERIALIZED )?VIEW ${NAME}`, 'reads and writes'],
  [`DROP TRIGGER (?:IF EXISTS )?\\w+ ON ${NAME}`, 'reads and writes'],
  [`CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\\w* ?ON ${NAME}`, 'writes'],
  [`CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER [^;]*? ON ${NAME}`, 'writes'],
  [`REFERENCES ${NAME}`, 'writes'],
  [`${FIRST}(?:UPDATE|DELETE FROM) ${NAME}`, 'rows'],
]

const CHECKED =
  'CHECK|REFERENCES|UNIQUE|PRIMARY KEY|SET NOT NULL|TYPE|STORED|VALIDATE|DEFAULT (?:gen_random_uuid|clock_timestamp)'
const BY_ROW: readonly string[] = [
  `${FIRST}(?:UPDATE|DELETE FROM) ${NAME}`,
  `INDEX (?:IF NOT EXISTS )?\\w* ?ON ${NAME}`,
  `ALTER TABLE ${NAME} [^;]*\\b(?:${CHECKED})\\b`,
]

type Waiting = PlannedLock['waiting']

/** On one line, without comments and function bodies. */
const statementsOf = (text: string) =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bAS (\$\w*\$)[^]*?\1/gi, 'AS a function')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Dropped foreign keys lock the tables that they refer to, and dropped indexes their own. */
const findDropped = async (database: Queryable, statements: string): Promise<readonly string[]> => {
  const named = (pattern: string) => [...statements.matchAll(new RegExp(pattern, 'gi'))].map(([, name]) => name)
  const keys = named('DROP CONSTRAINT (?:IF EXISTS )?(\\w+)')
  const indexes = named(`DROP INDEX ${NAME}`)
  return (
    await database.query(
      object({ name: string() }),
      sql`SELECT confrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND conname = ANY (${keys})
       UNION SELECT indrelid::regclass::text FROM unnest(${indexes}::text[]) AS index JOIN pg_index ON indexrelid = to_regclass(index)`,
    )
  ).map(({ name }) => name)
}

/** Rows of a table with partitions. `undefined` for an unused name. */
const estimateRows = async (database: Queryable, name: string): Promise<number | undefined> => {
  const [found] = await database.query(
    object({ rows: number() }),
    sql`SELECT sum(greatest(each.reltuples, 0))::float8 AS rows
     FROM to_regclass(${name}) AS named (oid)
     JOIN pg_class AS each ON each.oid = named.oid OR each.oid IN (SELECT relid FROM pg_partition_tree(named.oid))
     HAVING count(*) > 0`,
  )
  return found?.rows
}

/** Locks on existing tables and views that make others wait. */
export const planLocks = async (database: Queryable, text: string): Promise<readonly PlannedLock[]> => {
  const statements = statementsOf(text)
  const tablesOf = (pattern: string) =>
    [...statements.matchAll(new RegExp(pattern, 'gi'))].map(([, table = '']) => table)
  const found = LOCKING.flatMap(([pattern, waiting]) => tablesOf(pattern).map((table) => ({ table, waiting })))
  const byRow = new Set(BY_ROW.flatMap(tablesOf))
  for (const table of await findDropped(database, statements)) found.push({ table, waiting: 'reads and writes' })
  const strongest = new Map<string, Waiting>()
  for (const waiting of WAITING)
    for (const each of found) if (each.waiting === waiting) strongest.set(each.table, waiting)
  const locks: PlannedLock[] = []
  for (const [table, waiting] of strongest) {
    const rows = await estimateRows(database, table)
    if (rows !== undefined) locks.push({ table, waiting, rows, byRow: byRow.has(table) })
  }
  return locks
}

/** Migrations that {@link migrate} would apply, with their locks. Changes nothing (M-SCHEMA-4). */
export const planMigrations = async (
  database: Queryable,
  migrations: MigrationOptions,
): Promise<readonly PlannedMigration[]> => {
  const planned: PlannedMigration[] = []
  for (const name of (await readSchemaState(database, migrations)).pending) {
    const text = await readFile(new URL(name, migrations.folder), 'utf8')
    planned.push({ name, locks: await planLocks(database, text) })
  }
  return planned
}
