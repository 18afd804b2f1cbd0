import { type Database, type Queryable, sql } from '@atalaia/database'
import { array, boolean, nullable, object, string, type infer as Infer } from 'zod/mini'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import type { KeyTenant } from '../../base/access/key-guard.ts'
import { toldDay } from '../../base/store/told-day.ts'
import { reachable } from '../../base/access/tenancy.ts'

const findingSchema = object({
  ordinal: string(),
  address: string(),
  foundAt: string(),
  source: string(),
  title: nullable(string()),
  website: nullable(string()),
  kind: nullable(string()),
  leakedOn: nullable(string()),
  importedFor: nullable(string()),
  verified: nullable(boolean()),
  seenOn: nullable(string()),
  /** False: no password leaked. Only `inClear` separates hashes from clear passwords. */
  hasPassword: boolean(),
  inClear: boolean(),
  websites: array(string()),
})
export type Finding = Infer<typeof findingSchema>

/** `last` starts the next page, even past unreachable findings. */
export type FindingsPage = {
  readonly findings: readonly Finding[]
  readonly last: string
  readonly isMore: boolean
  readonly feedId: string
}

export type Asked = { readonly after: string; readonly limit: number; readonly at: Date }

const MAX_WEBSITES = 20
/** For the first read of 100,000 addresses. */
const LONG = { statementMs: 60_000 }

/**
 * Addresses of runs after `analysisId`; all before the first read. A run's `added` is an address,
 * or `@` and a domain.
 */
const changed = (
  organisationId: string,
  analysisId: string | null,
) => sql`(${analysisId}::bigint IS NULL OR address IN (
    SELECT unnest(touched) FROM analysis WHERE organisation_id = ${organisationId} AND id > ${analysisId}
    UNION SELECT added FROM analysis WHERE organisation_id = ${organisationId} AND id > ${analysisId}
  ) OR '@' || domain_part(address) IN (SELECT added FROM analysis WHERE organisation_id = ${organisationId} AND id > ${analysisId}))`
const take = (
  organisationId: string,
  analysisId: string | null,
  lastOrdinal: string,
  at: string,
) => sql`INSERT INTO finding (organisation_id, ordinal, monitored_id, source_id, found_at)
  SELECT ${organisationId}, ${lastOrdinal}::bigint + row_number() OVER (ORDER BY found.source_id, mine.address), mine.id, found.source_id, ${at}
  FROM (
    SELECT * FROM monitored_address WHERE organisation_id = ${organisationId} AND watched AND leaks > 0 AND ${changed(organisationId, analysisId)}
  ) AS mine CROSS JOIN LATERAL (
    SELECT DISTINCT source_id FROM covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part)
  ) AS found
  WHERE NOT EXISTS (SELECT FROM finding WHERE monitored_id = mine.id AND finding.source_id = found.source_id)`
/** M-REST-2 */
const bringBack = (organisationId: string, reached: string, at: string) => sql`WITH back AS (
    DELETE FROM finding_passed USING monitored_address AS mine
    WHERE mine.id = monitored_id AND mine.organisation_id = ${organisationId} AND mine.watched
    RETURNING finding_passed.key_id, monitored_id, source_id, mine.address
  )
  INSERT INTO finding (organisation_id, ordinal, monitored_id, source_id, found_at, key_id)
  SELECT ${organisationId}, ${reached}::bigint + row_number() OVER (ORDER BY key_id, source_id, address), monitored_id, source_id, ${at}, key_id
  FROM back
  ON CONFLICT (monitored_id, source_id, key_id) DO UPDATE SET ordinal = excluded.ordinal`

const endsSchema = object({ last: string(), isFull: boolean(), feedId: string() })
const progressSchema = object({ analysisId: string(), lastOrdinal: string() })

const takeNew = async (transaction: Queryable, organisationId: string, at: Date): Promise<void> => {
  await lockOrganisation(transaction, organisationId)
  const [progress] = await transaction.query(
    progressSchema,
    sql`SELECT analysis_id::text AS "analysisId", last_ordinal::text AS "lastOrdinal"
  FROM finding_progress WHERE organisation_id = ${organisationId}`,
  )
  const [newest] = await transaction.query(
    object({ id: nullable(string()) }),
    sql`SELECT max(id)::text AS id FROM analysis WHERE organisation_id = ${organisationId}`,
  )
  const id = newest?.id ?? null
  if (id === null || id === progress?.analysisId) return
  const lastOrdinal = progress?.lastOrdinal ?? '0'
  const taken = await transaction.execute(
    take(organisationId, progress?.analysisId ?? null, lastOrdinal, at.toISOString()),
  )
  const reached = String(BigInt(lastOrdinal) + BigInt(taken))
  const back = await transaction.execute(bringBack(organisationId, reached, at.toISOString()))
  await transaction.execute(sql`INSERT INTO finding_progress (organisation_id, analysis_id, last_ordinal) VALUES (${organisationId}, ${id}, ${String(BigInt(reached) + BigInt(back))})
  ON CONFLICT (organisation_id) DO UPDATE SET analysis_id = excluded.analysis_id, last_ordinal = excluded.last_ordinal`)
}

const instant = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
type Part = { readonly after: string; readonly last: string }

const own = (
  { organisationId, keyId }: KeyTenant,
  { after, last }: Part,
) => sql`SELECT ordinal, monitored_id, source_id, found_at FROM finding AS one
  WHERE organisation_id = ${organisationId} AND ordinal > ${after} AND ordinal <= ${last} AND (key_id = ${keyId}::uuid OR (key_id IS NULL
    AND NOT EXISTS (SELECT FROM finding AS again WHERE again.monitored_id = one.monitored_id
      AND again.source_id = one.source_id AND again.key_id = ${keyId}::uuid)
    AND NOT EXISTS (SELECT FROM finding_passed AS passed WHERE passed.monitored_id = one.monitored_id
      AND passed.source_id = one.source_id AND passed.key_id = ${keyId}::uuid)))`
/**
 * Without unwatched addresses and undone imports. Notes skipped unwatched addresses in the same
 * statement, so they cannot be watched again in between.
 */
const pageSql = (tenant: KeyTenant, part: Part) => sql`WITH own AS (${own(tenant, part)}), passed AS (
    INSERT INTO finding_passed (key_id, monitored_id, source_id)
    SELECT ${tenant.keyId}::uuid, monitored_id, source_id FROM own JOIN monitored_address ON id = monitored_id
    WHERE ${reachable(tenant)} AND NOT watched ON CONFLICT DO NOTHING
  )
  SELECT ordinal::text, address, ${instant('mine.found_at')} AS "foundAt", source.name AS source, source.title,
    source.website, source.kind, source.leaked_on::text AS "leakedOn", source.verified,
    (SELECT min(leaked_on)::text FROM import WHERE source_id = source.id AND day_told) AS "importedFor", told.day AS "seenOn",
    told."hasPassword", told."inClear",
    (SELECT coalesce((array_agg(DISTINCT coalesce(nullif(host.registered, ''), host.name)))[1:${sql.lit(MAX_WEBSITES)}], '{}')
     FROM covered_websites_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS covered
     JOIN host ON host.id = covered.website WHERE covered.source_id = source.id) AS websites
  FROM (
    SELECT own.ordinal, own.source_id, own.found_at, address, organisation_id, watched, address_key, domain_key, local_part
    FROM own JOIN monitored_address ON id = own.monitored_id
  ) AS mine
  JOIN source ON source.id = mine.source_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS pairs, min(${toldDay()})::text AS day, coalesce(bool_or(secret IS NOT NULL), false) AS "hasPassword",
           coalesce(bool_or(secret = 'plain'), false) AS "inClear"
    FROM credentials_of(mine.address_key, mine.domain_key, mine.local_part) AS credential
    JOIN sighting ON sighting.id = credential.sighting LEFT JOIN import ON import.id = sighting.import_id
    WHERE sighting.source_id = mine.source_id
  ) AS told
  WHERE ${reachable(tenant)} AND watched AND told.pairs > 0 ORDER BY ordinal`
const endsSql = (
  organisationId: string,
  after: string,
  limit: number,
) => sql`SELECT coalesce(max(ordinal), ${after})::text AS last, count(*) = ${limit} AS "isFull",
    (SELECT feed_id::text FROM organisation WHERE id = ${organisationId}) AS "feedId" FROM (
    SELECT ordinal FROM finding WHERE organisation_id = ${organisationId} AND ordinal > ${after} ORDER BY ordinal LIMIT ${limit}
  ) AS read`

/** Each follows all earlier readable ones (M-REST-2). */
export const createFindingsRepository = (database: Database) => ({
  read: async (tenant: KeyTenant, { after, limit, at }: Asked): Promise<FindingsPage> => {
    const { organisationId } = tenant
    await database.transaction((transaction) => takeNew(transaction, organisationId, at), LONG)
    const [ends] = await database.query(endsSchema, endsSql(organisationId, after, limit))
    if (ends === undefined) throw new Error('findings: the database gave no row back')
    const { last, isFull, feedId } = ends
    // Rows are only ever added behind `last`: the same read again gives the same rows.
    const findings = await database.query(findingSchema, pageSql(tenant, { after, last }))
    return { findings, last, isMore: isFull, feedId }
  },
})
