import type { Database, Queryable } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import type { SourceFacts } from './import-protocol.ts'
import type { PackedCredentials } from './pack-credentials.ts'
import { createSourcesRepository } from './sources-repository.ts'

export type NewImport = {
  readonly source: string
  readonly fileName: string
  /** The day of the leak, `YYYY-MM-DD`. */
  readonly leakedOn: string
  /** Invented data, of the demonstration account. */
  readonly fabricated: boolean
  readonly at: Date
  /** The operator, as the machine names the person; `undefined` when it is not known. */
  readonly by?: string | undefined
  /** Facts about the source, told by hand. */
  readonly facts?: SourceFacts | undefined
}
export type OpenImport = { readonly id: string; readonly sourceId: number; readonly leakedOn: string }
export type Batch = PackedCredentials & {
  readonly read: number
  readonly rejected: number
  readonly skipped: number
}
/** SHA-256 in hexadecimal digits, and length, of the file as it was read. */
export type FileFacts = { readonly hash: string; readonly bytes: number }

/** Writes credentials, with the imports that brought them. */
export type ImportsRepository = {
  /** Begins an import; its source is made with its first one. */
  start(wanted: NewImport): Promise<OpenImport>
  /**
   * Writes a batch as a whole, and returns the number of its pairs that are new to the source. Notes the monitored
   * addresses that are in it, whose numbers are to be renewed (`renewNumbers`).
   */
  write(opened: OpenImport, batch: Batch): Promise<number>
  finish(opened: OpenImport, at: Date, file: FileFacts): Promise<void>
}

const makeStaging = `
  CREATE TEMP TABLE IF NOT EXISTS staged_credential (address bigint, pair bigint, fingerprint uuid, sighting integer,
    domain integer, website bigint, local text COLLATE "C") ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS staged_host (id bigint, name text COLLATE "C", registered text COLLATE "C")
    ON COMMIT DELETE ROWS`

const addHosts = `INSERT INTO host (id, name, registered) SELECT id, name, registered FROM staged_host
  ORDER BY id ON CONFLICT DO NOTHING`
const addSightings = `INSERT INTO sighting (source_id, import_id, ordinal, day, machine, kinds, secret)
  SELECT $1, $2, ordinal, coalesce(day, $3::date), machine, kinds, secret
  FROM jsonb_to_recordset($4::jsonb) AS made (ordinal integer, day date, machine text, kinds text[], secret text)`

/** The staged rows with the ids of their sightings; the import is `$1`. */
const STAGED = `(SELECT staged.address, pair, fingerprint, sighting.id AS sighting, domain, website, local
  FROM staged_credential AS staged JOIN sighting ON import_id = $1 AND ordinal = staged.sighting) AS staged`
// In the order of the key: neighbours land on the same pages, and two imports lock rows in the same order. Of a pair's
// rows the first sighting is the credential's, as in the bulk way.
const settle = `INSERT INTO credential (address, pair, fingerprint, sighting, domain, website, local)
  SELECT address, pair, fingerprint, sighting, domain, website, local FROM ${STAGED}
  ORDER BY address, pair, sighting, website ON CONFLICT DO NOTHING`
const seeAgain = `INSERT INTO resighting (address, pair, sighting, website)
  SELECT DISTINCT staged.address, staged.pair, staged.sighting, staged.website
  FROM ${STAGED} JOIN credential ON credential.address = staged.address AND credential.pair = staged.pair
  WHERE credential.sighting <> staged.sighting
     OR (staged.website IS NOT NULL AND credential.website IS DISTINCT FROM staged.website)
  ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING`
// Looks each staged row up by the key: a join may scan all credentials instead, whatever the planner knows of them.
const lookUp = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off'
const joinFreely = 'SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on; SET LOCAL enable_seqscan = on'
// Of domains that organisations have proved, addresses come by themselves.
export const discoverIn = (
  rows: string,
) => `INSERT INTO monitored_address (organisation_id, address, added_at, by_domain)
  SELECT DISTINCT watched_domain.organisation_id, staged.local || '@' || watched_domain.domain, import.started_at, true
  FROM import CROSS JOIN ${rows} AS staged
  JOIN watched_domain ON watched_domain.host_id = host_id(staged.address, staged.domain) AND proved_at IS NOT NULL
  JOIN covered_source ON covered_source.organisation_id = watched_domain.organisation_id
    AND covered_source.source_id = import.source_id
  WHERE import.id = $1 AND EXISTS (SELECT FROM watched_domain WHERE proved_at IS NOT NULL)
  ORDER BY 1, 2 ON CONFLICT (organisation_id, address) DO NOTHING`
// A domain that is proved while a batch is written sees none of it, and the batch does not see the domain.
const discoverMeanwhile = `INSERT INTO monitored_address (organisation_id, address, added_at, by_domain)
  SELECT watched_domain.organisation_id, found.local || '@' || watched_domain.domain, import.started_at, true
  FROM import JOIN watched_domain ON proved_at >= started_at - interval '1 hour'
  JOIN covered_source ON covered_source.organisation_id = watched_domain.organisation_id
    AND covered_source.source_id = import.source_id
  CROSS JOIN LATERAL (
    SELECT DISTINCT credential.local FROM credential JOIN sighting ON sighting.id = credential.sighting
    WHERE credential.address BETWEEN domain_from(watched_domain.domain) AND domain_to(watched_domain.domain)
      AND credential.domain = domain_key('@' || watched_domain.domain) AND sighting.import_id = import.id
  ) AS found
  WHERE import.id = $1 ON CONFLICT (organisation_id, address) DO NOTHING`
const touch = `INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT $1, organisation_id, id FROM monitored_address JOIN staged_credential AS staged
    ON staged.address = address_key AND staged.local = local_part AND staged.domain = domain_key
  ON CONFLICT DO NOTHING`
// An address that somebody adds while a batch is written sees none of it, and the batch does not see the address.
const touchAddedMeanwhile = `INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT import.id, organisation_id, monitored_address.id
  FROM import JOIN monitored_address ON added_at >= started_at - interval '1 hour'
  CROSS JOIN LATERAL (
    SELECT FROM credential JOIN sighting ON sighting.id = credential.sighting
    WHERE credential.address = address_key AND domain = domain_key AND local = local_part
      AND sighting.import_id = import.id LIMIT 1
  ) AS found
  WHERE import.id = $1 ON CONFLICT DO NOTHING`

// What an import into the same source has left that was cut off: this one is its second attempt.
const takeOver = `WITH left_over AS (
    DELETE FROM pending_analysis USING import, import AS own
    WHERE import.id = import_id AND own.id = $1 AND import.source_id = own.source_id
      AND import.id < own.id AND import.finished_at IS NULL
    RETURNING organisation_id, monitored_id
  )
  INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT DISTINCT $1::bigint, organisation_id, monitored_id FROM left_over ON CONFLICT DO NOTHING`

/** Held by each batch that is written together with others, and by the removal of an import alone. */
export const WRITE_LOCK = 4_711_003

/** A batch waits for another import's: longer than a person would wait. */
const LONG = { statementMs: 600_000 }

const startedSchema = object({ id: string(), sourceId: int() })

/** Adds the hosts and the sightings that a batch names. */
export const addNames = async (
  transaction: Queryable,
  { id, sourceId, leakedOn }: OpenImport,
  batch: PackedCredentials,
): Promise<void> => {
  await transaction.script(makeStaging)
  if (batch.sightings.length > 0)
    await transaction.execute(addSightings, [sourceId, id, leakedOn, JSON.stringify(batch.sightings)])
  if (batch.hosts === '') return
  await transaction.copyIn('staged_host (id, name, registered)', batch.hosts)
  await transaction.execute(addHosts)
}

const addCountsSql = `UPDATE import SET lines_read = lines_read + $2, lines_new = lines_new + $3,
  lines_known = lines_known + $4, lines_rejected = lines_rejected + $5, lines_skipped = lines_skipped + $6 WHERE id = $1`

export type RowCounts = {
  readonly read: number
  readonly added: number
  readonly known: number
  readonly rejected: number
  readonly skipped: number
}

/** Adds to the counts of an import. */
export const addCounts = async (transaction: Queryable, { id }: OpenImport, counts: Partial<RowCounts>) => {
  const { read = 0, added = 0, known = 0, rejected = 0, skipped = 0 } = counts
  await transaction.execute(addCountsSql, [id, read, added, known, rejected, skipped])
}

const writeRows = async (transaction: Queryable, opened: OpenImport, batch: Batch) => {
  if (batch.count === 0) return 0
  const { id } = opened
  await addNames(transaction, opened, batch)
  await transaction.copyIn('staged_credential', batch.rows)
  const added = await transaction.execute(settle, [id])
  if (added < batch.count) {
    await transaction.script(lookUp)
    await transaction.execute(seeAgain, [id])
    await transaction.script(joinFreely)
  }
  await transaction.execute(discoverIn('staged_credential'), [id])
  await transaction.execute(touch, [id])
  return added
}

export const createImportsRepository = (database: Database): ImportsRepository => ({
  start: ({ source, fileName, leakedOn, fabricated, at, by, facts = {} }) =>
    database.transaction(async (transaction) => {
      await transaction.execute('INSERT INTO source (name, fabricated) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        source,
        fabricated,
      ])
      if (Object.keys(facts).length > 0) await createSourcesRepository(transaction).tell(source, facts)
      const [started] = await transaction.query(
        startedSchema,
        `INSERT INTO import (source_id, file_name, leaked_on, started_at, imported_by)
         SELECT id, $2, $3::date, $4, $5 FROM source WHERE name = $1 RETURNING id::text, source_id AS "sourceId"`,
        [source, fileName, leakedOn, at.toISOString(), by ?? null],
      )
      if (started === undefined) throw new Error(`import of ${source}: the database gave no row back`)
      return { ...started, leakedOn }
    }),
  write: (opened, batch) =>
    database.transaction(async (transaction) => {
      await transaction.execute('SELECT pg_advisory_xact_lock_shared($1)', [WRITE_LOCK])
      const added = await writeRows(transaction, opened, batch)
      await addCounts(transaction, opened, { ...batch, added, known: batch.count - added })
      return added
    }, LONG),
  finish: ({ id }, at, { hash, bytes }) =>
    database.transaction(async (transaction) => {
      await transaction.execute('UPDATE import SET finished_at = $2, file_hash = $3, file_bytes = $4 WHERE id = $1', [
        id,
        at.toISOString(),
        hash,
        bytes,
      ])
      await transaction.execute(discoverMeanwhile, [id])
      await transaction.execute(touchAddedMeanwhile, [id])
      await transaction.execute(takeOver, [id])
    }, LONG),
})
