import type { Database, Queryable } from '@atalaia/database'
import { array, boolean, nullable, object, string, type infer as Infer } from 'zod/mini'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import { reachable, tenantParameters, type Tenant } from '../access/tenancy.ts'

const findingSchema = object({
  ordinal: string(),
  address: string(),
  foundAt: string(),
  source: string(),
  title: nullable(string()),
  website: nullable(string()),
  kind: nullable(string()),
  leakedOn: nullable(string()),
  verified: nullable(boolean()),
  /** The first day on which the source has the address. */
  seenOn: nullable(string()),
  /** False: no password leaked. A hash of one is not told apart from one in clear but by `inClear`. */
  hasPassword: boolean(),
  inClear: boolean(),
  websites: array(string()),
})
/** A watched address in a source, with what is known of it now. */
export type Finding = Infer<typeof findingSchema>

/** Findings after an ordinal. `last` is where the next page begins, whether or not the tenant reaches what is before it. */
export type FindingsPage = { readonly findings: readonly Finding[]; readonly last: string; readonly isMore: boolean }

export type Asked = { readonly after: string; readonly limit: number; readonly at: Date }

/** The findings of organisations, in an order that never changes: each is after those that were readable before it. */
export type FindingsRepository = {
  read(tenant: Tenant, asked: Asked): Promise<FindingsPage>
}

const MAX_WEBSITES = 20
/** The first read of an organisation with 100,000 addresses. */
const LONG = { statementMs: 60_000 }

const PROGRESS = `SELECT analysis_id::text AS "analysisId", last_ordinal::text AS "lastOrdinal"
  FROM finding_progress WHERE organisation_id = $1`
const NEWEST = 'SELECT max(id)::text AS id FROM analysis WHERE organisation_id = $1'
/** Addresses that runs after `$2` were about; before the first read all. A run's `added` is an address, or `@` and a domain. */
const CHANGED = `($2::bigint IS NULL OR address IN (
    SELECT unnest(touched) FROM analysis WHERE organisation_id = $1 AND id > $2
    UNION SELECT added FROM analysis WHERE organisation_id = $1 AND id > $2
  ) OR '@' || domain_part(address) IN (SELECT added FROM analysis WHERE organisation_id = $1 AND id > $2))`
const TAKE = `INSERT INTO finding (organisation_id, ordinal, monitored_id, source_id, found_at)
  SELECT $1, $3::bigint + row_number() OVER (ORDER BY found.source_id, mine.address), mine.id, found.source_id, $4
  FROM (
    SELECT * FROM monitored_address WHERE organisation_id = $1 AND watched AND leaks > 0 AND ${CHANGED}
  ) AS mine CROSS JOIN LATERAL (
    SELECT DISTINCT source_id FROM covered_leak
    WHERE covered_leak.organisation_id = mine.organisation_id AND covered_leak.address_key = mine.address_key
      AND covered_leak.domain_key = mine.domain_key AND covered_leak.local_part = mine.local_part
  ) AS found
  WHERE NOT EXISTS (SELECT FROM finding WHERE monitored_id = mine.id AND finding.source_id = found.source_id)`
const KEEP = `INSERT INTO finding_progress (organisation_id, analysis_id, last_ordinal) VALUES ($1, $2, $3)
  ON CONFLICT (organisation_id) DO UPDATE SET analysis_id = excluded.analysis_id, last_ordinal = excluded.last_ordinal`

const progressSchema = object({ analysisId: string(), lastOrdinal: string() })

/** Takes the findings of runs that came since the last read. Runs are committed in their order, under the same lock. */
const takeNew = async (transaction: Queryable, organisationId: string, at: Date): Promise<void> => {
  await lockOrganisation(transaction, organisationId)
  const [progress] = await transaction.query(progressSchema, PROGRESS, [organisationId])
  const [newest] = await transaction.query(object({ id: nullable(string()) }), NEWEST, [organisationId])
  const id = newest?.id ?? null
  if (id === null || id === progress?.analysisId) return
  const lastOrdinal = progress?.lastOrdinal ?? '0'
  const taken = await transaction.execute(TAKE, [
    organisationId,
    progress?.analysisId ?? null,
    lastOrdinal,
    at.toISOString(),
  ])
  await transaction.execute(KEEP, [organisationId, id, String(BigInt(lastOrdinal) + BigInt(taken))])
}

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** An address that is no longer watched, and a pair that an undone import took away, are passed over. */
const PAGE = `SELECT ordinal::text, address, ${instant('found_at')} AS "foundAt", source.name AS source, source.title,
    source.website, source.kind, source.leaked_on::text AS "leakedOn", source.verified, told.day AS "seenOn",
    told."hasPassword", told."inClear",
    (SELECT coalesce((array_agg(DISTINCT coalesce(nullif(host.registered, ''), host.name)))[1:${MAX_WEBSITES}], '{}')
     FROM covered_website JOIN host ON host.id = covered_website.website
     WHERE covered_website.organisation_id = mine.organisation_id AND covered_website.source_id = source.id
       AND covered_website.address_key = mine.address_key AND covered_website.domain_key = mine.domain_key
       AND covered_website.local_part = mine.local_part) AS websites
  FROM (
    SELECT monitored_address.*, ordinal, source_id, found_at
    FROM (SELECT ordinal, monitored_id, source_id, found_at FROM finding WHERE organisation_id = $1 AND ordinal > $4
          ORDER BY ordinal LIMIT $5) AS read
    JOIN monitored_address ON monitored_address.id = monitored_id
  ) AS mine
  JOIN source ON source.id = mine.source_id
  CROSS JOIN LATERAL (
    SELECT min(sighting.day)::text AS day, coalesce(bool_or(secret IS NOT NULL), false) AS "hasPassword",
           coalesce(bool_or(secret = 'plain'), false) AS "inClear"
    FROM credential JOIN sighting ON sighting.id = credential.sighting
    WHERE credential.address = mine.address_key AND credential.domain = mine.domain_key
      AND credential.local = mine.local_part AND sighting.source_id = mine.source_id
  ) AS told
  WHERE ${reachable()} AND watched AND told.day IS NOT NULL ORDER BY ordinal`
const ENDS = `SELECT coalesce(max(ordinal), $2)::text AS last, count(*) = $3 AS "isFull" FROM (
    SELECT ordinal FROM finding WHERE organisation_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT $3
  ) AS read`

export const createFindingsRepository = (database: Database): FindingsRepository => ({
  read: async (tenant, { after, limit, at }) => {
    const { organisationId } = tenant
    await database.transaction((transaction) => takeNew(transaction, organisationId, at), LONG)
    const [ends] = await database.query(object({ last: string(), isFull: boolean() }), ENDS, [
      organisationId,
      after,
      limit,
    ])
    const { last, isFull } = ends ?? { last: after, isFull: false }
    // Rows are only ever added behind `last`: the same read again gives the same rows.
    const findings = await database.query(findingSchema, PAGE, [...tenantParameters(tenant), after, limit])
    return { findings: findings.filter(({ ordinal }) => BigInt(ordinal) <= BigInt(last)), last, isMore: isFull }
  },
})
