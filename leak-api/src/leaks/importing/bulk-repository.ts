import { type Database, type Queryable, sql } from '@atalaia/database'
import { number, object, string } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import { isDistributed } from '../../base/store/distribute.ts'
import { lockForWriting, lockWritersOut } from '../../base/store/write-lock.ts'
import { addCounts, addNames, insertCounted, lockSource, type Batch, type OpenImport } from './imports-repository.ts'
import { discoverIn } from './watch-found.ts'

export type SettledRows = { readonly added: number; readonly known: number }

export type SettleOptions = {
  readonly onShare?: ((share: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A sort takes hours for a billion rows. */
const LONG = { statementMs: DAY_MS }
const WORKERS = 3

const COLUMNS = 'sighting, address, pair, fingerprint, domain, website, local'
const TYPES = `address bigint NOT NULL, pair bigint NOT NULL, fingerprint uuid, sighting integer NOT NULL,
  domain integer NOT NULL, website bigint, local text STORAGE PLAIN COLLATE "C" NOT NULL`

const countSchema = object({ rows: number() })
const partSchema = object({ part: string() })
/** A killed import leaves such tables. */
const IS_KEPT = sql`relname ~ '^kept_[0-9]+(_[0-9]+_fresh)?$'`
const keptName = ({ id }: OpenImport) => `kept_${id}`

const createKept = (name: string, parts: readonly string[]) => `
  CREATE TABLE ${name} (${TYPES}, batch integer) PARTITION BY HASH (address);
  ${parts
    .map(
      (part) => `CREATE UNLOGGED TABLE ${name}_${part} PARTITION OF ${name}
        FOR VALUES WITH (MODULUS ${parts.length}, REMAINDER ${part}) WITH (autovacuum_enabled = off);`,
    )
    .join('')}`

/** No other import runs (`whileNoOther`). */
const ABANDONED = sql`SELECT relname::text AS name FROM pg_class
  WHERE relkind IN ('p', 'r') AND ${IS_KEPT} AND relnamespace = 'public'::regnamespace`

const fill = (kept: string, table: string) => sql`INSERT INTO ${sql.table(table)} (${sql.raw(COLUMNS)})
  SELECT DISTINCT ON (address, pair) ${sql.raw(COLUMNS)} FROM ${sql.table(kept)} ORDER BY address, pair, batch, sighting, website`

const seeAgain = (kept: string, table: string, part: string) => sql`
  INSERT INTO ${sql.table(`resighting_${part}`)} (address, pair, sighting, website)
  SELECT DISTINCT kept.address, kept.pair, kept.sighting, kept.website
  FROM ${sql.table(kept)} AS kept JOIN ${sql.table(table)} AS first ON first.address = kept.address AND first.pair = kept.pair
  WHERE first.sighting <> kept.sighting
     OR (kept.website IS NOT NULL AND first.website IS DISTINCT FROM kept.website)
  ON CONFLICT DO NOTHING`

const placeSchema = object({ parent: string() })

/** Becomes a partition without another read. */
const createFresh = (fresh: string, place: string) =>
  `CREATE TABLE ${fresh} (${TYPES}, CONSTRAINT place CHECK (satisfies_hash_partition(${place}, address)))`
const KEYS = (fresh: string) => `ALTER TABLE ${fresh} ADD CONSTRAINT ${fresh}_pkey PRIMARY KEY (address, pair);
  CREATE INDEX ${fresh}_sighting_idx ON ${fresh} USING brin (sighting) WITH (autosummarize = on)`
const swap = (fresh: string, { part, parts }: Part) => `
  ALTER TABLE credential DETACH PARTITION credential_${part};
  DROP TABLE credential_${part};
  ALTER TABLE ${fresh} RENAME TO credential_${part};
  ALTER INDEX ${fresh}_pkey RENAME TO credential_${part}_pkey;
  ALTER INDEX ${fresh}_sighting_idx RENAME TO credential_${part}_sighting_idx;
  ALTER TABLE credential ATTACH PARTITION credential_${part} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part});
  ALTER TABLE credential_${part} DROP CONSTRAINT place`

const touch = (
  kept: string,
  { id }: OpenImport,
) => sql`INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT DISTINCT ${id}::bigint, organisation_id, monitored_address.id FROM monitored_address JOIN ${sql.table(kept)} AS kept
    ON kept.address = address_key AND kept.local = local_part AND kept.domain = domain_key
  ON CONFLICT DO NOTHING`

// Loops would look each row up, whatever the planner knows of tables that were filled just now.
const PREPARE = `SET LOCAL enable_nestloop = off; SET LOCAL work_mem = '128MB'; SET LOCAL maintenance_work_mem = '256MB'`

type Part = { readonly part: string; readonly parts: number }

class FilledMeanwhile extends Error {}

const hasRows = async (on: Queryable, part: string) =>
  (await on.query(object({}), sql`SELECT FROM ${sql.table(`credential_${part}`)} LIMIT 1`)).length > 0

// Only an empty table gets its key built once.
export const isBulkFaster = async (database: Database): Promise<boolean> =>
  (await database.query(object({}), sql`SELECT FROM credential LIMIT 1`)).length === 0

const freshName = (opened: OpenImport, part: string) => `${keptName(opened)}_${part}_fresh`

/** Commits before the exchange, because checking rows would lock all partitions. */
const makeFresh = async (on: Queryable, opened: OpenImport, { part, parts }: Part): Promise<number> => {
  const fresh = freshName(opened, part)
  const [place] = await on.query(placeSchema, sql`SELECT 'credential'::regclass::oid::text AS parent`)
  await on.script(`${PREPARE}; ${createFresh(fresh, `${place?.parent}::oid, ${parts}, ${part}`)}`)
  const added = await on.execute(fill(`${keptName(opened)}_${part}`, fresh))
  await on.script(KEYS(fresh))
  return added
}

const putFresh = async (on: Queryable, opened: OpenImport, whole: Part, isAgain: boolean): Promise<void> => {
  const [kept, fresh] = [`${keptName(opened)}_${whole.part}`, freshName(opened, whole.part)]
  await lockWritersOut(on)
  if (await hasRows(on, whole.part)) throw new FilledMeanwhile()
  if (isAgain) await on.execute(seeAgain(kept, fresh, whole.part))
  await on.execute(discoverIn(kept, opened.id))
  await on.execute(touch(kept, opened))
  await on.script(swap(fresh, whole))
}

const fillMore = async (on: Queryable, opened: OpenImport, { part }: Part, rows: number): Promise<number> => {
  const kept = `${keptName(opened)}_${part}`
  await lockForWriting(on)
  await lockSource(on, opened)
  const added = await insertCounted(on, fill(kept, `credential_${part}`))
  await on.execute(discoverIn(kept, opened.id))
  await on.execute(touch(kept, opened))
  if (added === rows) return added
  // A few rows beside many are looked up one by one.
  await on.script('SET LOCAL enable_nestloop = on')
  await on.execute(seeAgain(kept, `credential_${part}`, part))
  return added
}

/** Returns the number of new pairs. */
type Write = (on: Queryable, rows: number) => Promise<number>

/** The planner needs only to know that rows exist. */
const FEW_SAMPLES = 'SET LOCAL default_statistics_target = 5'

const settlePart = async (on: Queryable, opened: OpenImport, part: string, write: Write): Promise<SettledRows> => {
  const kept = `${keptName(opened)}_${part}`
  await on.script(PREPARE)
  const [{ rows } = { rows: 0 }] = await on.query(
    countSchema,
    sql`SELECT count(*)::float8 AS rows FROM ${sql.table(kept)}`,
  )
  const added = rows === 0 ? 0 : await write(on, rows)
  const settled = { added, known: rows - added }
  await addCounts(on, opened, settled)
  await on.script(`TRUNCATE ${kept}`)
  return settled
}

const settleWhole = async (database: Database, opened: OpenImport, whole: Part): Promise<SettledRows> => {
  const { part } = whole
  const by = (write: Write) => database.transaction((on) => settlePart(on, opened, part, write), LONG)
  await database.transaction((on) => on.script(`${FEW_SAMPLES}; ANALYZE ${keptName(opened)}_${part}`), LONG)
  // No table of this server can take the place of a partition that lies on others.
  if (!(await isDistributed(database)) && !(await hasRows(database, part))) {
    const added = await database.transaction((on) => makeFresh(on, opened, whole), LONG)
    try {
      return await by((on, rows) => putFresh(on, opened, whole, added < rows).then(() => added))
    } catch (error) {
      if (!(error instanceof FilledMeanwhile)) throw error
    }
  }
  return by((on, rows) => fillMore(on, opened, whole, rows))
}

/**
 * Keeps batches in tables without a key, then sorts and writes each partition. The rows equal
 * {@link ImportsRepository.write}'s (M-IMPORT-21).
 */
export const createBulkRepository = (database: Database) => {
  let batches = 0
  const partsOf = async () =>
    (
      await database.query(
        partSchema,
        sql`SELECT substring(inhrelid::regclass::text FROM '[0-9]+$') AS part FROM pg_inherits
  WHERE inhparent = 'credential'::regclass ORDER BY 1`,
      )
    ).map(({ part }) => part)
  const prepare = async (opened: OpenImport) => {
    const left = await database.query(object({ name: string() }), ABANDONED)
    for (const { name } of left) await database.script(`DROP TABLE IF EXISTS ${name}`)
    await database.script(createKept(keptName(opened), await partsOf()))
  }
  return {
    /** Nothing of the batch counts yet. */
    keep: async (opened: OpenImport, batch: Batch): Promise<void> => {
      if (batches === 0) await prepare(opened)
      batches += 1
      await database.transaction(async (transaction) => {
        await addNames(transaction, opened, batch)
        const kept = keptName(opened)
        await transaction.script(`ALTER TABLE ONLY ${kept} ALTER COLUMN batch SET DEFAULT ${batches}`)
        for (const rows of [batch.fresh, batch.rows]) await transaction.copyIn(`${kept} (${COLUMNS})`, rows)
        await addCounts(transaction, opened, { read: batch.read, rejected: batch.rejected, skipped: batch.skipped })
      }, LONG)
    },
    /** `signal` stops between two partitions, each a transaction. */
    settle: async (opened: OpenImport, { onShare, signal }: SettleOptions = {}): Promise<SettledRows> => {
      const parts = await partsOf()
      const left = [...parts]
      const total = { added: 0, known: 0, done: 0 }
      const settleAll = async () => {
        for (let part = left.shift(); part !== undefined; part = left.shift()) {
          if (signal?.aborted === true) return
          const { added, known } = await settleWhole(database, opened, { part, parts: parts.length })
          total.added += added
          total.known += known
          total.done += 1
          onShare?.(total.done / parts.length)
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, settleAll))
      if (total.done < parts.length) signal?.throwIfAborted()
      return { added: total.added, known: total.known }
    },
    drop: async (opened: OpenImport): Promise<void> => {
      const fresh = (await partsOf()).map((part) => freshName(opened, part))
      await database.script(`DROP TABLE IF EXISTS ${[keptName(opened), ...fresh].join(', ')}`)
    },
  }
}
