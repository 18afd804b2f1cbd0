import { type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { int, number, object, string, type infer as Infer } from 'zod/mini'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { lockWritersOut } from '../../base/store/write-lock.ts'
import { INSTALLATION } from '../../base/audit/audit-repository.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { createAnalysisRepository } from '../../numbers/analysis-repository.ts'

export type RemovalTarget = { readonly kind: 'import' | 'source'; readonly id: string; readonly source: string }

const LONG = { statementMs: HOUR_MS }

const sightingsOf = ({ kind, id }: RemovalTarget, sighting = 'sighting') =>
  sql`${sql.ref(`${sighting}.${kind}_id`)} = ${id}`
const importsOf = ({ kind, id }: RemovalTarget) =>
  kind === 'import' ? sql`import.id = ${id}` : sql`import.source_id = ${id}`

const idsOf = (target: RemovalTarget, id: Sql) => sql`SELECT ${id} FROM sighting WHERE ${sightingsOf(target)}`
/** An import's rows lie together: skips other pages. */
const betweenIds = (target: RemovalTarget, table: string) =>
  sql`${sql.ref(`${table}.sighting`)} BETWEEN (${idsOf(target, sql`min(id)`)}) AND (${idsOf(target, sql`max(id)`)})`

const othersOf = (target: RemovalTarget) => sql`EXISTS (
  SELECT FROM resighting JOIN sighting AS other ON other.id = resighting.sighting
  WHERE resighting.address = credential.address AND resighting.pair = credential.pair
    AND (${sightingsOf(target, 'other')}) IS NOT TRUE)`

const countPairs = (target: RemovalTarget) => sql`
  WITH own AS (
    SELECT credential.address, domain, local, ${othersOf(target)} AS stays
    FROM credential JOIN sighting ON sighting.id = credential.sighting
    WHERE ${sightingsOf(target)} AND ${betweenIds(target, 'credential')}
  )
  SELECT count(*) FILTER (WHERE NOT stays)::float8 AS pairs, count(*) FILTER (WHERE stays)::float8 AS kept,
    (SELECT count(*)::int FROM import WHERE ${importsOf(target)}) AS imports,
    (SELECT count(DISTINCT organisation_id)::int FROM monitored_address JOIN own
       ON own.address = address_key AND own.local = local_part AND own.domain = domain_key
     WHERE NOT stays) AS organisations
  FROM own`
const countsSchema = object({ pairs: number(), kept: number(), imports: int(), organisations: int() })
/** `kept`: pairs that other imports of the source have too. */
export type RemovalCounts = Infer<typeof countsSchema>

const ownRows = (target: RemovalTarget, table: string) =>
  sql`${sql.ref(`${table}.sighting`)} IN (${idsOf(target, sql`id`)}) AND ${betweenIds(target, table)}`

const steps = (target: RemovalTarget, part: string, importId: string | null): readonly Sql[] => {
  const [credentials, resightings] = [`credential_${part}`, `resighting_${part}`]
  const [credential, resighting] = [sql.table(credentials), sql.table(resightings)]
  const own = ownRows(target, credentials)
  return [
    sql`DELETE FROM ${resighting} WHERE ${ownRows(target, resightings)}`,
    // A pair that another import has seen stays, as if that one had brought it.
    sql`WITH heir AS (
          SELECT DISTINCT ON (address, pair) address, pair, ${resighting}.sighting, ${resighting}.website
          FROM ${resighting} JOIN ${credential} USING (address, pair) WHERE ${own}
          ORDER BY address, pair, ${resighting}.sighting, ${resighting}.website NULLS LAST
        ), moved AS (
          DELETE FROM ${resighting} USING heir
          WHERE ${resighting}.address = heir.address AND ${resighting}.pair = heir.pair
            AND ${resighting}.sighting = heir.sighting AND ${resighting}.website IS NOT DISTINCT FROM heir.website
        ), inherited AS (
          UPDATE ${credential} SET sighting = heir.sighting, website = heir.website FROM heir
          WHERE ${credential}.address = heir.address AND ${credential}.pair = heir.pair RETURNING heir.sighting
        ), counted AS (
          SELECT import_id, count(*) AS pairs FROM inherited JOIN sighting ON sighting.id = inherited.sighting GROUP BY import_id
        )
        UPDATE import SET lines_new = lines_new + pairs, lines_known = lines_known - pairs
        FROM counted WHERE import.id = import_id`,
    sql`WITH gone AS (DELETE FROM ${credential} WHERE ${own} RETURNING address, pair, local, domain), untagged AS (
          DELETE FROM proof_tag USING gone WHERE proof_tag.address = gone.address AND proof_tag.pair = gone.pair
        )
        INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
        SELECT DISTINCT ${importId}::bigint, organisation_id, id FROM gone JOIN monitored_address
          ON gone.address = address_key AND gone.local = local_part AND gone.domain = domain_key
        ON CONFLICT DO NOTHING`,
  ]
}

export type RemoveOptions = {
  readonly onProgress?: (share: number) => void
  /** Stops between two partitions. */
  readonly signal?: AbortSignal
}

const finderOf = (kind: RemovalTarget['kind'], named: string) =>
  kind === 'import'
    ? sql`SELECT import.id::text AS id, source.name AS source FROM import JOIN source ON source.id = source_id
    WHERE import.id::text = ${named}`
    : sql`SELECT id::text, name AS source FROM source WHERE name = ${named} AND NOT fabricated`
const foundSchema = object({ id: string(), source: string() })

export const createRemoval = (database: Database, clock: Clock) => {
  const finish = async (transaction: Queryable, target: RemovalTarget, importId: string | undefined) => {
    if (importId !== undefined)
      await createAnalysisRepository(transaction).recordRemoval({
        imports: importsOf(target),
        pendingOf: importId,
        at: clock(),
      })
    if (target.kind === 'source') await transaction.execute(sql`DELETE FROM source WHERE id = ${target.id}`)
    else {
      await transaction.execute(sql`DELETE FROM import WHERE id = ${target.id}`)
      // A source that nothing but its imports has made goes with the last one.
      await transaction.execute(
        sql`DELETE FROM source WHERE name = ${target.source} AND origin = 'import'
           AND NOT EXISTS (SELECT FROM import WHERE source_id = source.id)
           AND NOT EXISTS (SELECT FROM sighting WHERE source_id = source.id)`,
      )
    }
    await recordAudit(transaction, {
      organisationId: INSTALLATION,
      action: 'import.undone',
      actor: { kind: 'operator' },
      at: clock(),
      target: { kind: 'source', name: target.source },
      before: { [target.kind]: target.id },
    })
  }
  return {
    find: async (kind: RemovalTarget['kind'], named: string): Promise<RemovalTarget | undefined> => {
      const [found] = await database.query(foundSchema, finderOf(kind, named))
      return found && { kind, ...found }
    },
    count: async (target: RemovalTarget): Promise<RemovalCounts> => {
      const [counts] = await database.transaction(
        (transaction) => transaction.query(countsSchema, countPairs(target)),
        LONG,
      )
      if (counts === undefined) throw new Error('the database gave no counts back')
      return counts
    },
    /**
     * Removes an import, or a source with its imports: every number is as if it never existed
     * (M-IMPORT-12). A second call finishes an interrupted removal; until then the old numbers
     * remain.
     */
    remove: async (target: RemovalTarget, { onProgress, signal }: RemoveOptions = {}): Promise<void> => {
      await database.execute(sql`UPDATE import SET removing = true WHERE ${importsOf(target)}`)
      const [first] = await database.query(
        object({ id: string() }),
        sql`SELECT min(id)::text AS id FROM import WHERE ${importsOf(target)} HAVING count(*) > 0`,
      )
      const parts = await database.query(
        object({ part: string() }),
        sql`SELECT substring(inhrelid::regclass::text FROM '[0-9]+$') AS part FROM pg_inherits
  WHERE inhparent = 'credential'::regclass ORDER BY 1`,
      )
      for (const [index, { part }] of parts.entries()) {
        signal?.throwIfAborted()
        await database.transaction(async (transaction) => {
          await lockWritersOut(transaction)
          for (const step of steps(target, part, first?.id ?? null)) await transaction.execute(step)
        }, LONG)
        onProgress?.((index + 1) / parts.length)
      }
      await database.transaction((transaction) => finish(transaction, target, first?.id), LONG)
    },
  }
}
