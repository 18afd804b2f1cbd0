import { type Queryable, sql } from '@atalaia/database'
import { normalAddress } from '../../base/address.ts'
import { toldDay } from '../../base/store/told-day.ts'
import { comparable } from '../visits.ts'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'

const INSTANT = sql`'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const instant = (column: string) => sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', ${INSTANT})`

const MAX_WEBSITES = 20

const monitoredSchema = object({
  id: string(),
  address: string(),
  addedAt: string(),
  key: string(),
  domain: int(),
  local: string(),
  watched: boolean(),
  toldSince: nullable(string()),
})
export type Monitored = Infer<typeof monitoredSchema>

const sourceSchema = object({
  source: string(),
  title: nullable(string()),
  description: nullable(string()),
  day: string(),
  /** False: no day is known, and `day` is the import's. */
  dayTold: boolean(),
  /** `null`: unknown. */
  lastSeen: nullable(string()),
  knownOn: nullable(string()),
  since: nullable(string()),
  knownAt: nullable(string()),
  kind: nullable(string()),
  site: nullable(string()),
  websites: array(string()),
  websiteCount: int(),
  kinds: array(string()),
  verified: nullable(boolean()),
  secrets: array(string()),
  passwords: int(),
  hashes: int(),
  machines: int(),
  repeated: int(),
})
export type SourceRow = Infer<typeof sourceSchema>

const knownSchema = object({
  /** Last seen first. */
  sources: array(sourceSchema),
  /** Most sources first. */
  passwords: array(object({ sources: array(string()), day: string(), times: int() })),
})
export type Known = Infer<typeof knownSchema>
const doneSchema = object({ step: string(), at: string(), by: nullable(string()) })

/** Calls name the organisation, or take the result of `find`. */
export type ExposureRepository = {
  /** By id or address. `undefined`: unknown, or another organisation's. */
  find(organisationId: string, id: string): Promise<Monitored | undefined>
  known(organisationId: string, monitored: Monitored): Promise<Known>
  done(monitored: Monitored): Promise<Infer<typeof doneSchema>[]>
  /** In its cases too. */
  mark(
    monitored: Monitored,
    step: string,
    done: { readonly at: Date; readonly by: string | null } | undefined,
  ): Promise<boolean>
}

export const seenOf = (organisationId: string, { key, domain, local }: Monitored) => sql`told AS NOT MATERIALIZED (
    SELECT sighting.id AS sighting, sighting.source_id, fingerprint, website, first, day, kinds, secret, machine
    FROM sightings_of(${key}::bigint, ${domain}::integer, ${local}) AS seen JOIN sighting ON sighting.id = seen.sighting
    JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = ${organisationId}
  )`

/** First rows, one per source; further ones only compare prints. */
const printsOf = (organisationId: string, monitored: Monitored) => sql`WITH ${seenOf(organisationId, monitored)},
  tally AS MATERIALIZED (
    SELECT sighting, source_id, website, count(fingerprint) FILTER (WHERE first) AS rows FROM told GROUP BY 1, 2, 3
  ),
  -- Empty where one source has it all; PostgreSQL then reads no row for it.
  elsewhere AS MATERIALIZED (
    SELECT DISTINCT sighting FROM tally WHERE source_id <> (SELECT source_id FROM tally GROUP BY 1 ORDER BY sum(rows) DESC LIMIT 1)
  ),
  further AS MATERIALIZED (
    SELECT fingerprint FROM told WHERE fingerprint IS NOT NULL AND NOT first
    UNION
    SELECT fingerprint FROM told JOIN elsewhere USING (sighting) WHERE fingerprint IS NOT NULL
  ),
  compared AS MATERIALIZED (
    SELECT fingerprint, sighting, source_id, first, day, secret = 'plain' AS plain FROM told JOIN further USING (fingerprint)
  ),
  once AS (
    SELECT sighting, sum(rows) AS times
    FROM (SELECT sighting, rows FROM tally UNION ALL SELECT sighting, -1 FROM compared WHERE first) AS counted GROUP BY 1
  ),
  print AS (
    SELECT ARRAY[source_id] AS sources, secret = 'plain' AS plain, day, times
    FROM once JOIN sighting ON sighting.id = once.sighting WHERE times > 0
    UNION ALL
    SELECT array_agg(DISTINCT source_id), plain, min(day), 1 FROM compared GROUP BY fingerprint, plain
  )`

const SOURCES = sql`WITH counted AS (
    SELECT source_id, (sum(times) FILTER (WHERE plain))::int AS passwords, (sum(times) FILTER (WHERE NOT plain))::int AS hashes,
      (sum(times) FILTER (WHERE plain AND cardinality(sources) > 1))::int AS repeated
    FROM print, unnest(sources) AS source_id GROUP BY 1
  )
  SELECT source.name AS source, title, description, coalesce(source.leaked_on, min(${toldDay()}), min(sighting.day))::text AS day,
    (source.leaked_on IS NOT NULL OR min(${toldDay()}) IS NOT NULL) AS "dayTold",
    coalesce(max(${toldDay()}), source.leaked_on)::text AS "lastSeen", known_on::text AS "knownOn", kind, source.website AS site, verified,
    ${instant('coalesce(min(started_at), (SELECT min(started_at) FROM import WHERE source_id = source.id))')} AS since,
    ${comparable('coalesce(min(finished_at), (SELECT min(finished_at) FROM import WHERE source_id = source.id))')} AS "knownAt",
    coalesce((array_agg(DISTINCT host.name) FILTER (WHERE host.name IS NOT NULL))[1:${sql.lit(MAX_WEBSITES)}], '{}') AS websites,
    count(DISTINCT host.name)::int AS "websiteCount",
    coalesce(array_agg(DISTINCT each) FILTER (WHERE each IS NOT NULL), '{}') AS kinds,
    coalesce(array_agg(DISTINCT secret) FILTER (WHERE secret IS NOT NULL), '{}') AS secrets,
    coalesce(passwords, 0) AS passwords, coalesce(hashes, 0) AS hashes, count(DISTINCT machine)::int AS machines,
    coalesce(repeated, 0) AS repeated
  FROM tally JOIN sighting ON sighting.id = tally.sighting JOIN source ON source.id = tally.source_id
  LEFT JOIN import ON import.id = sighting.import_id LEFT JOIN host ON host.id = tally.website
  LEFT JOIN unnest(source.kinds || sighting.kinds) AS each ON true LEFT JOIN counted ON counted.source_id = source.id
  GROUP BY source.id, passwords, hashes, repeated ORDER BY coalesce(max(${toldDay()}), source.leaked_on) DESC NULLS LAST, source.name`

const PASSWORDS = sql`SELECT array(SELECT name FROM source WHERE id = ANY(sources) ORDER BY name) AS sources, day::text, sum(times)::int AS times
  FROM print WHERE plain GROUP BY sources, day ORDER BY cardinality(sources) DESC, day, 1`

const knownSql = (organisationId: string, monitored: Monitored) => sql`${printsOf(organisationId, monitored)}
  SELECT (SELECT coalesce(jsonb_agg(one), '[]') FROM (${SOURCES}) AS one) AS sources,
    (SELECT coalesce(jsonb_agg(one), '[]') FROM (${PASSWORDS}) AS one) AS passwords`

export const isUuid = (text: string): boolean => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text)

export const createExposureRepository = (database: Queryable): ExposureRepository => {
  return {
    find: async (organisationId, id) => {
      const isAddress = id.includes('@')
      if (!isAddress && !isUuid(id)) return undefined
      const [found] = await database.query(
        monitoredSchema,
        sql`SELECT id::text, address, ${instant('added_at')} AS "addedAt", address_key::text AS key, domain_key AS domain,
           local_part AS local, watched, ${comparable('told_since')} AS "toldSince"
         FROM monitored_address WHERE ${isAddress ? sql`address = ${normalAddress(id)}` : sql`id = ${id}::uuid`} AND organisation_id = ${organisationId} AND (watched OR NOT by_domain)`,
      )
      return found
    },
    known: async (organisationId, monitored) => {
      const [known] = await database.query(knownSchema, knownSql(organisationId, monitored))
      return known ?? { sources: [], passwords: [] }
    },
    done: ({ id }) =>
      database.query(
        doneSchema,
        sql`SELECT step, ${instant('done_at')} AS at, email AS by
         FROM address_step LEFT JOIN account ON account.id = account_id WHERE monitored_id = ${id}::uuid`,
      ),
    mark: async ({ id }, step, done) => {
      if (done === undefined) {
        let removed = 0
        for (const table of ['address_step', 'case_step'])
          removed += await database.execute(
            sql`DELETE FROM ${sql.table(table)} WHERE monitored_id = ${id}::uuid AND step = ${step}`,
          )
        return removed > 0
      }
      const written = await database.execute(
        sql`INSERT INTO address_step (monitored_id, step, done_at, account_id) VALUES (${id}::uuid, ${step}, ${done.at.toISOString()}, ${done.by}::uuid)
         ON CONFLICT (monitored_id, step) DO UPDATE SET done_at = excluded.done_at, account_id = excluded.account_id`,
      )
      return written > 0
    },
  }
}
