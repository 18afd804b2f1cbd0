import { type Database, type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { INSTALLATION } from '../../base/audit/audit-repository.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { waitForCounts } from '../../numbers/counting-lock.ts'
import { discoverMeanwhile } from './watch-found.ts'

/** `hash`: hexadecimal SHA-256. */
export type FileFacts = { readonly hash: string; readonly bytes: number }

// Addresses that somebody adds or brings back while an import runs, and those of domains proved meanwhile: an import that began
// long before adds these as of its own beginning. The import looks for none of them, and they see nothing of a batch that is being written.
const touchAddedMeanwhile = (id: string) => sql`INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT import.id, organisation_id, added.id
  FROM import CROSS JOIN LATERAL (
    SELECT * FROM monitored_address
    WHERE added_at >= started_at - interval '1 hour' OR returned_at >= started_at - interval '1 hour'
    UNION
    SELECT monitored_address.* FROM watched_domain JOIN monitored_address USING (organisation_id)
    WHERE proved_at >= started_at - interval '1 hour' AND domain_part(address) = domain
  ) AS added
  CROSS JOIN LATERAL (
    SELECT FROM sightings_of(address_key, domain_key, local_part) AS seen
    JOIN sighting ON sighting.id = seen.sighting WHERE sighting.import_id = import.id LIMIT 1
  ) AS found
  WHERE import.id = ${id} ON CONFLICT DO NOTHING`

// What an import into the same source has left that was cut off: this one is its second attempt.
const takeOver = (id: string) => sql`WITH left_over AS (
    DELETE FROM pending_analysis USING import, import AS own
    WHERE import.id = import_id AND own.id = ${id} AND import.source_id = own.source_id
      AND import.id < own.id AND import.finished_at IS NULL
    RETURNING organisation_id, monitored_id
  )
  INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT DISTINCT ${id}::bigint, organisation_id, monitored_id FROM left_over ON CONFLICT DO NOTHING`

const LONG = { statementMs: 600_000 }

export type ImportEnd = { readonly id: string; readonly at: Date; readonly file: FileFacts }

const writeDown = async (transaction: Queryable, { id, at, file }: ImportEnd): Promise<void> => {
  const [source] = await transaction.query(
    object({ name: string() }),
    sql`SELECT source.name FROM import JOIN source ON source.id = source_id WHERE import.id = ${id}`,
  )
  await recordAudit(transaction, {
    organisationId: INSTALLATION,
    action: 'import.ended',
    actor: { kind: 'operator' },
    at,
    target: { kind: 'source', name: source?.name },
    after: { import: id, sha256: file.hash, bytes: file.bytes },
  })
}

const endImport = async (transaction: Queryable, end: ImportEnd): Promise<void> => {
  const { id, at, file } = end
  await transaction.execute(
    sql`UPDATE import SET finished_at = ${at.toISOString()}, file_hash = ${file.hash}, file_bytes = ${file.bytes} WHERE id = ${id}`,
  )
  await transaction.execute(discoverMeanwhile(id))
  await transaction.execute(touchAddedMeanwhile(id))
  await transaction.execute(takeOver(id))
  await writeDown(transaction, end)
}

/** Also notes what people began to watch during the import. */
export const finishImport = async (database: Database, end: ImportEnd): Promise<void> => {
  // Whoever is adding an address now has not seen the last rows, and is not seen either.
  await waitForCounts(database)
  await database.transaction((transaction) => endImport(transaction, end), LONG)
}
