import { sql } from 'kysely'
import { boolean, number, object, string, type infer as Infer } from 'zod/mini'
import type { Database, Queryable } from './database.ts'
import { applyMigrations, lockMigrations, readSchemaState, type MigrationOptions } from './migrate.ts'

const tableSchema = object({
  /** Without its schema. */
  name: string(),
  table: string(),
  /** Without generated columns. */
  columns: string(),
})
type Table = Infer<typeof tableSchema>

const tablesSql = (schemas: string) => sql`SELECT relname::text AS name, format('%I.%I', nspname, relname) AS table,
    (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attname) FROM pg_attribute
     WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = ${schemas} AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'schema_migration' ORDER BY 1`

/** Tables with the rows. `size` includes TOAST. */
const parts = (
  table: string,
) => sql`SELECT oid::regclass::text AS name, (pg_relation_size(oid) / current_setting('block_size')::int)::float8 AS blocks,
    (pg_table_size(oid) / current_setting('block_size')::int)::float8 AS size
  FROM pg_class WHERE relkind = 'r'
    AND (oid = ${table}::regclass OR oid IN (SELECT relid FROM pg_partition_tree(${table}::regclass) WHERE isleaf)) ORDER BY 1`
const partSchema = object({ name: string(), blocks: number(), size: number() })

/** References and keys of partitioned tables, built once after the rows. */
const constraintsSql = (
  schemas: string,
) => sql`SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = ${schemas} AND conparentid = 0 AND (contype = 'f' OR contype IN ('p', 'u') AND relkind = 'p')
  ORDER BY contype = 'f', 1, 2`
const constraintSchema = object({ table: string(), name: string(), definition: string() })

const sequences = (from: string) => sql`SELECT format('%I.%I', nspname, relname) AS name, relname::text AS bare
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = ${from} AND relkind = 'S' ORDER BY 1`
const sequenceSchema = object({ name: string(), bare: string() })
const positionSchema = object({ last: string(), called: boolean() })

const sumOf = ({ table, columns }: Table) => sql`SELECT count(*)::float8 AS rows,
    coalesce(sum(hashtextextended(row(${sql.raw(columns)})::text, 0)), 0)::text AS sum FROM ${sql.raw(table)}`
const sumSchema = object({ rows: number(), sum: string() })

/** Pages per read: 16 MB. */
const BLOCKS_AT_ONCE = 2048
/** Per statement, and for a waiting process. */
const LONG = { statementMs: 86_400_000 }
/** No idle limit, and equal texts for equal values. */
const SESSION = `SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO';
  SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`

const schemaOf = async (database: Queryable, { schema }: MigrationOptions): Promise<string> => {
  if (schema !== undefined) return schema
  const [first] = await database.query(object({ name: string() }), sql`SELECT current_schema()::text AS name`)
  if (first === undefined) throw new Error('the database has no schema that this user may write to')
  return first.name
}

type Copying = {
  readonly source: Queryable
  readonly target: Queryable
  readonly onRead: (blocks: number) => void
}
type Pair = { readonly from: Table; readonly to: Table }

/** Reads the next piece while the previous one is written. */
const copyRows = async ({ source, target, onRead }: Copying, { from, to }: Pair): Promise<void> => {
  let writing = Promise.resolve()
  for (const { name, blocks, size } of await source.query(partSchema, parts(from.table))) {
    const step = Math.ceil((BLOCKS_AT_ONCE * blocks) / size)
    for (let at = 0; at < blocks; at += step) {
      const rows = await source.copyOut(
        `SELECT ${from.columns} FROM ${name} WHERE ctid >= '(${at},0)'::tid AND ctid < '(${at + step},0)'::tid`,
      )
      await writing
      writing = target.copyIn(`${to.table} (${to.columns})`, rows)
      writing.catch(() => undefined)
      onRead(Math.min(step, blocks - at))
    }
  }
  await writing
}

/** Throws when rows differ. Returns their number. */
const compare = async ({ source, target }: Copying, { from, to }: Pair): Promise<number> => {
  const [[ours], [theirs]] = await Promise.all([
    source.query(sumSchema, sumOf(from)),
    target.query(sumSchema, sumOf(to)),
  ])
  if (ours === undefined || ours.rows !== theirs?.rows || ours.sum !== theirs.sum)
    throw new Error(`table ${to.name}: ${ours?.rows} rows were read, and others came out; nothing was written`)
  return ours.rows
}

const pairsOf = (sources: readonly Table[], targets: readonly Table[]): Pair[] =>
  targets.map((to) => {
    const from = sources.find(({ name }) => name === to.name)
    if (from?.columns !== to.columns) throw new Error(`table ${to.name}: the two databases have different columns`)
    return { from, to }
  })

const copySequences = async ({ source, target }: Copying, [from, to]: readonly [string, string]): Promise<void> => {
  const sources = await source.query(sequenceSchema, sequences(from))
  for (const { name, bare } of await target.query(sequenceSchema, sequences(to))) {
    const sequence = sources.find((other) => other.bare === bare)
    if (sequence === undefined) throw new Error(`sequence ${bare}: the two databases have different ones`)
    const position = sql`SELECT last_value::text AS last, is_called AS called FROM ${sql.raw(sequence.name)}`
    const [at] = await source.query(positionSchema, position)
    if (at) await target.execute(sql`SELECT setval(${name}::text::regclass, ${at.last}::bigint, ${at.called})`)
  }
}

export type CopiedTable = { readonly name: string; readonly rows: number }

const copyTables = async (copying: Omit<Copying, 'onRead'>, options: CopyOptions): Promise<CopiedTable[]> => {
  const { migrations, onProgress } = options
  const { source, target } = copying
  const schemas = [await schemaOf(source, migrations), await schemaOf(target, migrations)] as const
  const pairs = pairsOf(
    await source.query(tableSchema, tablesSql(schemas[0])),
    await target.query(tableSchema, tablesSql(schemas[1])),
  )
  let blocks = 0
  for (const { from } of pairs)
    for (const part of await source.query(partSchema, parts(from.table))) blocks += part.blocks
  let read = 0
  const all = { ...copying, onRead: (more: number) => onProgress?.((read += more) / blocks) }

  const constraints = await target.query(constraintSchema, constraintsSql(schemas[1]))
  for (const { table, name } of constraints.toReversed())
    await target.script(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  // Rows that migrations and triggers write are among those of the source.
  for (const { to } of pairs)
    await target.script(`ALTER TABLE ${to.table} DISABLE TRIGGER USER; DELETE FROM ${to.table}`)
  for (const pair of pairs) await copyRows(all, pair)
  for (const { to } of pairs) await target.script(`ALTER TABLE ${to.table} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of constraints)
    await target.script(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  await copySequences(all, schemas)
  const copied: CopiedTable[] = []
  for (const pair of pairs) copied.push({ name: pair.to.name, rows: await compare(all, pair) })
  return copied
}

export type CopyOptions = {
  /** Opens the source after `target` proved empty. Closed at the end. */
  readonly openSource: () => Promise<Database>
  readonly target: Database
  /** The migrations of both databases. */
  readonly migrations: MigrationOptions
  /** Receives the read share, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

export type Copied =
  | { readonly status: 'copied'; readonly tables: readonly CopiedTable[] }
  | { readonly status: 'target-in-use' | 'source-empty' }

/**
 * Migrates `target` like the source, copies all rows and compares them, in one transaction: a
 * killed process leaves `target` empty. The source is unchanged, and refuses writes meanwhile.
 */
export const copyDatabase = async (options: CopyOptions): Promise<Copied> => {
  const { migrations, openSource } = options
  const copied = await options.target.transaction(async (target): Promise<Copied> => {
    await target.script(SESSION)
    await lockMigrations(target)
    if ((await readSchemaState(target, migrations)).applied.length > 0) return { status: 'target-in-use' }
    const from = await openSource()
    try {
      const { applied } = await readSchemaState(from, migrations)
      if (applied.length === 0) return { status: 'source-empty' }
      return await from.transaction(async (source): Promise<Copied> => {
        const schema = await schemaOf(source, migrations)
        const tables = await source.query(tableSchema, tablesSql(schema))
        const names = tables.map(({ table }) => table).join(', ')
        await source.script(`SET LOCAL lock_timeout = '5s'; LOCK TABLE ${names} IN SHARE MODE; ${SESSION}`)
        await applyMigrations(target, migrations, applied)
        return { status: 'copied', tables: await copyTables({ source, target }, options) }
      }, LONG)
    } finally {
      await from.close()
    }
  }, LONG)
  // The planner's knowledge of the tables is not copied.
  if (copied.status === 'copied') await options.target.transaction((target) => target.script('ANALYZE'), LONG)
  return copied
}
