import { type Queryable, sql } from '@atalaia/database'
import { normalAddress } from '../../base/address.ts'
import { comparable } from '../visits.ts'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'

const INSTANT = sql`'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const instant = (column: string) => sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', ${INSTANT})`

/** Websites that are named of a source, and passwords that are told one by one. */
const MAX_WEBSITES = 20
const MAX_PASSWORDS = 200

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
  lastSeen: string(),
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

const passwordSchema = object({ sources: array(string()), day: string(), total: int() })
const doneSchema = object({ step: string(), at: string(), by: nullable(string()) })

/**
 * The knowledge about one monitored address, straight from its credentials. Every call names the organisation, or takes what
 * `find` has found for it.
 */
export type ExposureRepository = {
  /** By its id or by the address itself. `undefined` for what is neither, and for another organisation's. */
  find(organisationId: string, id: string): Promise<Monitored | undefined>
  /** The sources that count for the organisation and have the address, the last seen first. */
  sources(organisationId: string, monitored: Monitored): Promise<SourceRow[]>
  /** Each different password by the sources that have it, those in most sources first, and the number of all. */
  passwords(organisationId: string, monitored: Monitored): Promise<Infer<typeof passwordSchema>[]>
  /** The steps that were done, whenever. */
  done(monitored: Monitored): Promise<Infer<typeof doneSchema>[]>
  /** Notes that a step was done by an account, or takes that back, in its cases too. */
  mark(
    monitored: Monitored,
    step: string,
    done: { readonly at: Date; readonly by: string | null } | undefined,
  ): Promise<boolean>
}

/** All that sources which count for the organisation have of an address. */
export const seenOf = (organisationId: string, { key, domain, local }: Monitored) => sql`told AS (
    SELECT sighting.source_id, fingerprint, website, day, kinds, secret, machine, import.started_at, finished_at
    FROM sightings_of(${key}::bigint, ${domain}::integer, ${local}) AS seen JOIN sighting ON sighting.id = seen.sighting
    JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = ${organisationId}
    LEFT JOIN import ON import.id = sighting.import_id
  )`

const sourcesSql = (organisationId: string, monitored: Monitored) => sql`WITH ${seenOf(organisationId, monitored)},
  repeated AS (
    SELECT fingerprint FROM told WHERE secret = 'plain' GROUP BY fingerprint HAVING count(DISTINCT source_id) > 1
  ),
  kinds AS (
    SELECT source_id, array_agg(DISTINCT kind ORDER BY kind) AS kinds FROM (
      SELECT source_id, unnest(told.kinds) AS kind FROM told
      UNION SELECT source.id, unnest(source.kinds) FROM source WHERE source.id IN (SELECT source_id FROM told)
    ) AS each GROUP BY source_id
  )
  SELECT source.name AS source, title, description, coalesce(source.leaked_on, min(told.day))::text AS day,
    max(told.day)::text AS "lastSeen", known_on::text AS "knownOn", kind, source.website AS site, verified,
    ${instant('coalesce(min(started_at), (SELECT min(started_at) FROM import WHERE source_id = source.id))')} AS since,
    ${comparable('coalesce(min(finished_at), (SELECT min(finished_at) FROM import WHERE source_id = source.id))')} AS "knownAt",
    coalesce((array_agg(DISTINCT host.name) FILTER (WHERE host.name IS NOT NULL))[1:${sql.lit(MAX_WEBSITES)}], '{}') AS websites,
    count(DISTINCT host.name)::int AS "websiteCount",
    coalesce((SELECT kinds.kinds FROM kinds WHERE kinds.source_id = source.id), '{}') AS kinds,
    coalesce(array_agg(DISTINCT secret) FILTER (WHERE secret IS NOT NULL), '{}') AS secrets,
    (count(DISTINCT fingerprint) FILTER (WHERE secret = 'plain'))::int AS passwords,
    (count(DISTINCT fingerprint) FILTER (WHERE secret <> 'plain'))::int AS hashes,
    count(DISTINCT machine)::int AS machines,
    (count(DISTINCT fingerprint) FILTER (WHERE secret = 'plain' AND fingerprint IN (SELECT fingerprint FROM repeated)))::int
      AS repeated
  FROM told JOIN source ON source.id = told.source_id LEFT JOIN host ON host.id = told.website
  GROUP BY source.id ORDER BY max(told.day) DESC, source.name`

const passwordsSql = (organisationId: string, monitored: Monitored) => sql`WITH ${seenOf(organisationId, monitored)}
  SELECT array_agg(DISTINCT source.name ORDER BY source.name) AS sources, min(told.day)::text AS day,
    (count(*) OVER ())::int AS total
  FROM told JOIN source ON source.id = told.source_id WHERE secret = 'plain'
  GROUP BY fingerprint ORDER BY count(DISTINCT source.id) DESC, min(told.day), fingerprint LIMIT ${MAX_PASSWORDS}`

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
    sources: (organisationId, monitored) => database.query(sourceSchema, sourcesSql(organisationId, monitored)),
    passwords: (organisationId, monitored) => database.query(passwordSchema, passwordsSql(organisationId, monitored)),
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
