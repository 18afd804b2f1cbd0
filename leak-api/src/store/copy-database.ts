import type { Database, Queryable } from '@atalaia/database'
import { array, boolean, number, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../clock.ts'

/** A table as both databases have it. */
const tableSchema = object({
  name: string(),
  /** Without those that the database computes. */
  columns: string(),
  /** The tables that its rows refer to. */
  refersTo: array(string()),
  sequences: array(string()),
})
type Table = Infer<typeof tableSchema>

/** Tables that a bulk import makes for itself; one that was killed leaves them. */
export const IS_KEPT = "relname ~ '^kept_[0-9]+(_[0-9]+_fresh)?$'"

// Counts of the rate limits last minutes, each database has its own list of migrations, and kept rows count nowhere yet.
const TABLES = `SELECT relname::text AS name,
    (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attname) FROM pg_attribute
     WHERE attrelid = listed.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    array(SELECT confrelid::regclass::text FROM pg_constraint
          WHERE conrelid = listed.oid AND contype = 'f' AND confrelid <> listed.oid ORDER BY 1) AS "refersTo",
    array(SELECT pg_get_serial_sequence(listed.oid::regclass::text, attname) FROM pg_attribute
          WHERE attrelid = listed.oid AND attidentity <> '' ORDER BY 1) AS sequences
  FROM pg_class AS listed
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname NOT IN ('rate_limit', 'schema_migration') AND NOT ${IS_KEPT} ORDER BY 1`
const MIGRATIONS = 'SELECT name FROM schema_migration ORDER BY 1'
/** Tables with rows as soon as somebody has used the database. */
const USED = ['account', 'audit_event', 'credential', 'import', 'organisation', 'source']

const PARTS = (table: string) => `SELECT oid::regclass::text AS name,
    (pg_relation_size(oid) / current_setting('block_size')::int)::float8 AS blocks
  FROM pg_class WHERE oid = '${table}'::regclass AND relkind = 'r'
    OR oid IN (SELECT relid FROM pg_partition_tree('${table}') WHERE isleaf) ORDER BY 1`
const partSchema = object({ name: string(), blocks: number() })

/** The tables that the rows of `table` lie in, with their sizes in pages. */
const partsOf = (source: Queryable, table: string) => source.query(partSchema, PARTS(table))

/** Keys of a partitioned table: built once, when its rows are there. */
const KEYS = (table: string) => `SELECT quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('p', 'u')
    AND EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = conrelid) ORDER BY 1`
const keySchema = object({ name: string(), definition: string() })

/** The triggers of a database: the rows that they make are copied as well. */
const TRIGGERS = `SELECT tgrelid::regclass::text AS table, quote_ident(tgname) AS name
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND tgparentid = 0 AND relnamespace = 'public'::regnamespace ORDER BY 1, 2`
const triggerSchema = object({ table: string(), name: string() })

const nameSchema = object({ name: string() })
const sequenceSchema = object({ last: string(), called: boolean() })
const sumSchema = object({ rows: number(), sum: string() })

/** Counts the rows, and sums a hash of each one's columns. */
const SUM = (name: string, columns: string) => `SELECT count(*)::float8 AS rows,
    coalesce(sum(hashtextextended(row(${columns})::text, 0)), 0)::text AS sum FROM ${name}`

/** Pages of a table that are read at once: 16 MB. */
const BLOCKS_AT_ONCE = 2048
/** For one statement, and for the process that waits for the other database meanwhile. */
const LONG = { statementMs: DAY_MS }
const PATIENT = `SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'`

/** Tables in an order in which none refers to a later one. */
const inOrder = (tables: readonly Table[]): Table[] => {
  const ordered: Table[] = []
  const done = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) => !done.has(name) && refersTo.every((referred) => done.has(referred)),
    )
    if (next.length === 0) throw new Error('the tables refer to each other in a circle')
    ordered.push(...next)
    for (const { name } of next) done.add(name)
  }
  return ordered
}

const namesOf = async (database: Queryable, sql: string) =>
  (await database.query(nameSchema, sql)).map(({ name }) => name)

/** Throws unless both have the same tables. */
const checkTables = async (from: Database, to: Database, tables: readonly Table[]): Promise<void> => {
  const [ours, theirs] = [await namesOf(from, MIGRATIONS), await namesOf(to, MIGRATIONS)]
  if (ours.join() !== theirs.join()) throw new Error('the two databases have different migrations: use one version')
  if (JSON.stringify(await to.query(tableSchema, TABLES)) !== JSON.stringify(tables))
    throw new Error('the two databases have different tables')
}

/** Throws when somebody has used the database. */
const checkUnused = async (target: Queryable): Promise<void> => {
  for (const table of USED)
    if ((await target.query(nameSchema, `SELECT '' AS name FROM ${table} LIMIT 1`)).length > 0)
      throw new Error(`the database to move to is in use: its table ${table} has rows; it has to be empty`)
}

type Copying = {
  readonly source: Queryable
  readonly target: Queryable
  readonly onRead: (blocks: number) => void
}

/** One piece is read while the one before it is written. */
const copyTable = async ({ source, target, onRead }: Copying, { name, columns }: Table): Promise<void> => {
  const keys = await target.query(keySchema, KEYS(name))
  for (const key of keys) await target.script(`ALTER TABLE ${name} DROP CONSTRAINT ${key.name}`)
  let writing = Promise.resolve()
  for (const { name: part, blocks } of await partsOf(source, name)) {
    for (let at = 0; at < blocks; at += BLOCKS_AT_ONCE) {
      const end = at + BLOCKS_AT_ONCE
      const rows = await source.copyOut(
        `SELECT ${columns} FROM ${part} WHERE ctid >= '(${at},0)'::tid AND ctid < '(${end},0)'::tid`,
      )
      await writing
      writing = target.copyIn(`${name} (${columns})`, rows)
      writing.catch(() => undefined)
      onRead(Math.min(end, blocks) - at)
    }
  }
  await writing
  for (const key of keys) await target.script(`ALTER TABLE ${name} ADD CONSTRAINT ${key.name} ${key.definition}`)
}

const copySequence = async ({ source, target }: Copying, name: string): Promise<void> => {
  const [at] = await source.query(sequenceSchema, `SELECT last_value::text AS last, is_called AS called FROM ${name}`)
  if (at) await target.execute('SELECT setval($1::text::regclass, $2::bigint, $3)', [name, at.last, at.called])
}

/** Throws unless both have the same rows; gives their number. */
const compare = async ({ source, target }: Copying, { name, columns }: Table): Promise<number> => {
  const [[ours], [theirs]] = await Promise.all([
    source.query(sumSchema, SUM(name, columns)),
    target.query(sumSchema, SUM(name, columns)),
  ])
  if (ours === undefined || ours.rows !== theirs?.rows || ours.sum !== theirs.sum)
    throw new Error(`table ${name}: ${ours?.rows} rows were read, and others came out; nothing was written`)
  return ours.rows
}

export type CopiedTable = { readonly name: string; readonly rows: number }

/**
 * Copies everything in `from` into the empty database `to`, and compares every row. All or nothing: `to` has one
 * transaction. Nobody can write to `from` meanwhile, which stays as it is (M-MOVE-1).
 */
export const copyDatabase = async (
  from: Database,
  to: Database,
  onProgress?: (share: number) => void,
): Promise<readonly CopiedTable[]> => {
  const tables = await from.query(tableSchema, TABLES)
  await checkTables(from, to, tables)
  const names = tables.map(({ name }) => name).join(', ')
  const copied = await from.transaction(async (source) => {
    // Before the first query, which is the moment that the transaction sees.
    await source.script(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '5s';
      LOCK TABLE ${names} IN SHARE MODE; SET LOCAL lock_timeout = 0; ${PATIENT}`)
    let blocks = 0
    for (const { name } of tables) for (const part of await partsOf(source, name)) blocks += part.blocks
    let read = 0
    const onRead = (more: number) => onProgress?.((read += more) / blocks)
    return to.transaction(async (target) => {
      await target.script(`${PATIENT}; LOCK TABLE ${names}`)
      await checkUnused(target)
      await target.script(`TRUNCATE ${names}`)
      const triggers = await source.query(triggerSchema, TRIGGERS)
      for (const { table, name } of triggers) await target.script(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
      const copying = { source, target, onRead }
      const ordered = inOrder(tables)
      for (const table of ordered) await copyTable(copying, table)
      for (const { table, name } of triggers) await target.script(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`)
      for (const { sequences } of ordered) for (const sequence of sequences) await copySequence(copying, sequence)
      const done: CopiedTable[] = []
      for (const table of ordered) done.push({ name: table.name, rows: await compare(copying, table) })
      return done
    }, LONG)
  }, LONG)
  // The planner's knowledge of the tables is not copied.
  await to.transaction((target) => target.script('ANALYZE'), LONG)
  return copied
}
