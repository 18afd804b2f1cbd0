import { ADVISORY_LOCKS, type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { int, number, object, string } from 'zod/mini'
import { replaceFirst } from './copy-rows.ts'
import { isDistributed } from '../../base/store/distribute.ts'
import { lockForWriting } from '../../base/store/write-lock.ts'
import { READER } from '../reading/reader.ts'
import type { PackedCredentials } from './pack-credentials.ts'
import { finishImport, type FileFacts } from './import-end-repository.ts'
import { createSourcesRepository, type SourceFacts } from './sources-repository.ts'
import { settleFresh } from './settle-fresh.ts'
import { discoverIn } from './watch-found.ts'

export type NewImport = {
  readonly source: string
  readonly fileName: string
  /** `YYYY-MM-DD`. Default: the import's day. */
  readonly leakedOn: string
  /** Default: true. */
  readonly isDayTold?: boolean
  readonly fabricated: boolean
  readonly at: Date
  readonly by?: string | undefined
  readonly facts?: SourceFacts | undefined
}
export type OpenImport = { readonly id: string; readonly sourceId: number; readonly leakedOn: string }
export type Batch = PackedCredentials & {
  readonly read: number
  readonly rejected: number
  readonly skipped: number
}

const MAKE_STAGING = `
  CREATE TEMP TABLE IF NOT EXISTS staged_credential (sighting integer, address bigint, pair bigint, fingerprint uuid,
    domain integer, website bigint, local text COLLATE "C") ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS staged_host (id bigint, name text COLLATE "C", registered text COLLATE "C")
    ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS staged_tag (address bigint, pair bigint, tag bytea) ON COMMIT DELETE ROWS`

const COLUMNS = 'sighting, address, pair, fingerprint, domain, website, local'
// In the order of the key: neighbours land on the same pages. Of a pair's rows the first sighting is the credential's, as in
// the bulk way.
const SETTLE = sql`INSERT INTO credential (${sql.raw(COLUMNS)}) SELECT ${sql.raw(COLUMNS)} FROM staged_credential
  ORDER BY address, pair, sighting, website`
const SEE_AGAIN = sql`INSERT INTO resighting (address, pair, sighting, website)
  SELECT DISTINCT staged.address, staged.pair, staged.sighting, staged.website
  FROM staged_credential AS staged
  JOIN credential ON credential.address = staged.address AND credential.pair = staged.pair
  WHERE credential.sighting <> staged.sighting
     OR (staged.website IS NOT NULL AND credential.website IS DISTINCT FROM staged.website)
  ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING`
// Looks each staged row up by the key: a join may scan all credentials instead, whatever the planner knows of them.
const LOOK_UP = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off'
const JOIN_FREELY = 'SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on; SET LOCAL enable_seqscan = on'
const touch = (id: string) => sql`INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT ${id}, organisation_id, id FROM monitored_address JOIN staged_credential AS staged
    ON staged.address = address_key AND staged.local = local_part AND staged.domain = domain_key
  ON CONFLICT DO NOTHING`

const addedSchema = object({ added: number() })
/** Citus reports the selected rows of an `INSERT … SELECT`. */
export const insertCounted = async (on: Queryable, insert: Sql): Promise<number> => {
  const statement = sql`${insert} ON CONFLICT DO NOTHING`
  if (!(await isDistributed(on))) return on.execute(statement)
  const counted = sql`WITH added AS (${statement} RETURNING 1) SELECT count(*)::float8 AS added FROM added`
  return (await on.query(addedSchema, counted))[0]?.added ?? 0
}

const LONG = { statementMs: 600_000 }

const startedSchema = object({ id: string(), sourceId: int() })

const idSchema = object({ ordinal: int(), id: int() })

export const addNames = async (
  transaction: Queryable,
  { id, sourceId, leakedOn }: OpenImport,
  batch: PackedCredentials,
): Promise<void> => {
  await transaction.script(MAKE_STAGING)
  if (batch.sightings.length > 0)
    await transaction.execute(sql`INSERT INTO sighting (source_id, import_id, ordinal, day, day_told, machine, kinds, secret)
  SELECT ${sourceId}, ${id}, ordinal, coalesce(day, ${leakedOn}::date), day IS NOT NULL, machine, kinds, secret
  FROM jsonb_to_recordset(${JSON.stringify(batch.sightings)}::jsonb) AS made (ordinal integer, day date, machine text, kinds text[], secret text)`)
  const ids = new Map<number, number>()
  for (const named of await transaction.query(
    idSchema,
    sql`SELECT ordinal, id FROM sighting WHERE import_id = ${id} AND ordinal = ANY (${batch.ordinals}::integer[])`,
  ))
    ids.set(named.ordinal, named.id)
  for (const rows of [batch.fresh, batch.rows]) replaceFirst(rows, (ordinal) => ids.get(ordinal) ?? 0)
  if (batch.tags !== '') {
    await transaction.copyIn('staged_tag (address, pair, tag)', batch.tags)
    await transaction.execute(sql`INSERT INTO proof_tag (address, pair, tag) SELECT address, pair, tag FROM staged_tag
  ORDER BY address, pair ON CONFLICT DO NOTHING`)
  }
  if (batch.hosts === '') return
  await transaction.copyIn('staged_host (id, name, registered)', batch.hosts)
  await transaction.execute(sql`INSERT INTO host (id, name, registered) SELECT id, name, registered FROM staged_host
  ORDER BY id ON CONFLICT DO NOTHING`)
}

export type RowCounts = {
  readonly read: number
  readonly added: number
  readonly known: number
  readonly rejected: number
  readonly skipped: number
}

export const addCounts = async (transaction: Queryable, { id }: OpenImport, counts: Partial<RowCounts>) => {
  const { read = 0, added = 0, known = 0, rejected = 0, skipped = 0 } = counts
  await transaction.execute(sql`UPDATE import SET lines_read = lines_read + ${read}, lines_new = lines_new + ${added},
  lines_known = lines_known + ${known}, lines_rejected = lines_rejected + ${rejected}, lines_skipped = lines_skipped + ${skipped} WHERE id = ${id}`)
}

/**
 * Blocks other imports of the source until the transaction ends; otherwise they deadlock. Call
 * after {@link lockForWriting}.
 */
export const lockSource = async (transaction: Queryable, { sourceId }: OpenImport): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.source}, ${sourceId})`)
}

// Sightings from before migration 0010 may have no import.
const otherImports = (
  sourceId: number,
  id: string,
) => sql`SELECT FROM import WHERE source_id = ${sourceId} AND id <> ${id}
  UNION ALL SELECT FROM sighting WHERE import_id IS NULL AND source_id = ${sourceId} LIMIT 1`

/** Ask under the lock. */
const isOnlyImport = async (transaction: Queryable, { id, sourceId }: OpenImport): Promise<boolean> =>
  (await transaction.query(object({}), otherImports(sourceId, id))).length === 0

const writeStaged = async (on: Queryable, { id }: OpenImport, rows: number): Promise<number> => {
  const added = await insertCounted(on, SETTLE)
  if (added < rows) {
    await on.script(LOOK_UP)
    await on.execute(SEE_AGAIN)
    await on.script(JOIN_FREELY)
  }
  await on.execute(discoverIn('staged_credential', id))
  await on.execute(touch(id))
  return added
}

const writeRows = async (transaction: Queryable, opened: OpenImport, batch: Batch) => {
  const { count, freshCount } = batch
  if (count === 0) return 0
  await lockSource(transaction, opened)
  await addNames(transaction, opened, batch)
  const staged = `staged_credential (${COLUMNS})`
  const isDirect = freshCount > 0 && (await isOnlyImport(transaction, opened))
  const isStaged = freshCount > 0 && !isDirect && (await isDistributed(transaction))
  if (isDirect) await transaction.copyIn(`credential (${COLUMNS})`, batch.fresh)
  if (isStaged) await transaction.copyIn(staged, batch.fresh)
  if (freshCount < count) await transaction.copyIn(staged, batch.rows)
  const rest = isStaged ? count : count - freshCount
  const added = count - rest + (rest === 0 ? 0 : await writeStaged(transaction, opened, rest))
  // Last: later statements of the transaction keep its settings.
  return isDirect || isStaged || freshCount === 0 ? added : added - (await settleFresh(transaction, batch.fresh))
}

export const createImportsRepository = (database: Database) => ({
  /** Makes the source at its first import. */
  start: ({
    source,
    fileName,
    leakedOn,
    isDayTold = true,
    fabricated,
    at,
    by,
    facts = {},
  }: NewImport): Promise<OpenImport> =>
    database.transaction(async (transaction) => {
      await transaction.execute(
        sql`INSERT INTO source (name, fabricated) VALUES (${source}, ${fabricated}) ON CONFLICT DO NOTHING`,
      )
      if (Object.keys(facts).length > 0) await createSourcesRepository(transaction).tell(source, facts)
      const [started] = await transaction.query(
        startedSchema,
        sql`INSERT INTO import (source_id, file_name, leaked_on, day_told, started_at, imported_by, reader)
         SELECT id, ${fileName}, ${leakedOn}::date, ${isDayTold}, ${at.toISOString()}, ${by ?? null}, ${READER} FROM source WHERE name = ${source} RETURNING id::text, source_id AS "sourceId"`,
      )
      if (started === undefined) throw new Error(`import of ${source}: the database gave no row back`)
      return { ...started, leakedOn }
    }),
  /** All or nothing. Returns the source's new pairs. Notes addresses to renew (`renewNumbers`). */
  write: (opened: OpenImport, batch: Batch): Promise<number> =>
    database.transaction(async (transaction) => {
      await lockForWriting(transaction)
      const added = await writeRows(transaction, opened, batch)
      await addCounts(transaction, opened, { ...batch, added, known: batch.count - added })
      return added
    }, LONG),
  finish: ({ id }: OpenImport, at: Date, file: FileFacts): Promise<void> => finishImport(database, { id, at, file }),
})
