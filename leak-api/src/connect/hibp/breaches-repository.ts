import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, int, object, string } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { breachOf, sourceRowSchema, type Breach } from './breach.ts'

export type NamesByAlias = Readonly<Record<string, string[]>>

export type SearchedDomain = { readonly domain: string; readonly breached: number; readonly withoutSpamLists: number }

const instant = (expression: string) =>
  sql`to_char(${sql.raw(expression)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** No breach: a source without people's facts and without ended imports. */
const sources = (which: Sql) => sql`
  SELECT name, title, website, source.leaked_on::text AS "leakedOn", known_on::text AS "knownOn", kind, kinds, verified,
         description, records::float8 AS records, fabricated, origin, catalogue, imported.day AS "firstDay",
         imported.first AS "firstImport", imported.last AS "lastImport", imported.pairs,
         EXISTS (SELECT FROM sighting WHERE source_id = source.id AND secret IS NOT NULL) AS "hasPasswords"
  FROM source CROSS JOIN LATERAL (
    SELECT coalesce(min(leaked_on) FILTER (WHERE day_told), min(leaked_on))::text AS day, ${instant('min(finished_at)')} AS first, ${instant('max(finished_at)')} AS last,
           coalesce(sum(lines_new), 0)::float8 AS pairs
    FROM import WHERE source_id = source.id AND finished_at IS NOT NULL AND NOT removing
  ) AS imported
  WHERE (origin <> 'import' OR imported.first IS NOT NULL) AND ${which}`

const mine = (tenant: Tenant, which: Sql) => sql`(
  SELECT organisation_id, address, local_part, address_key, domain_key, leaks
  FROM monitored_address WHERE ${reachable(tenant)} AND watched AND ${which}
) AS mine`
const isAddress = (address: string) => sql`address = ${address}`
const isOnDomain = (domain: string) =>
  sql`domain_key = domain_key('@' || ${domain}::text) AND domain_part(address) = ${domain}`

const provedOfAddress = (tenant: Tenant, address: string) =>
  sql`domain = domain_part(${address}) AND ${reachable(tenant, sql`${address}::text`)}`
const provedDomain = (tenant: Tenant, domain: string) =>
  sql`domain = ${domain} AND ${reachable(tenant, sql`('@' || ${domain}::text)`)}`

const LEAKS_OF_MINE = sql`covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part)`
const SOURCES_OF_MINE = sql`CROSS JOIN LATERAL (SELECT DISTINCT source_id FROM ${LEAKS_OF_MINE}) AS found`
/** Stealers' logs and derived lists have websites. */
const WEBSITES_OF_MINE = sql`CROSS JOIN LATERAL (
  SELECT DISTINCT host.name AS host, coalesce(nullif(host.registered, ''), host.name) AS website
  FROM covered_websites_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS covered
  JOIN host ON host.id = covered.website
  JOIN source ON source.id = covered.source_id AND coalesce(source.kind, 'stealer log') IN ('stealer log', 'combo list')
) AS found`

const ADDRESSES_AT_ONCE = 5000
const flag = (name: string) => sql`coalesce((source.catalogue->>${sql.lit(name)})::boolean, false)`
const nameSchema = object({ name: string() })
const aliasSchema = object({ alias: string(), names: array(string()) })

/** Outside a tenant's reach, answers are empty. */
export const createBreachesRepository = (database: Queryable) => {
  const find = async (which: Sql) => (await database.query(sourceRowSchema, sources(which))).map(breachOf)
  const isThere = async (tenant: Tenant, which: Sql, proved: Sql) => {
    const statement = sql`SELECT 1 FROM watched_domain WHERE proved_at IS NOT NULL AND ${proved}
      UNION ALL SELECT 1 FROM ${mine(tenant, which)} LIMIT 1`
    return (await database.query(object({}), statement)).length > 0
  }
  const namesByAlias = async (statement: Sql): Promise<NamesByAlias> => {
    const rows = await database.query(aliasSchema, statement)
    return Object.fromEntries(rows.map(({ alias, names }) => [alias, names]))
  }
  const namesOf = async (statement: Sql) => (await database.query(nameSchema, statement)).map(({ name }) => name)

  return {
    list: (): Promise<Breach[]> => find(sql`NOT fabricated ORDER BY lower(coalesce(title, name)), name`),
    /** Ignores case. */
    find: async (name: string): Promise<Breach | undefined> => {
      const [found] = await find(
        sql`NOT fabricated AND lower(name) = lower(${name}) ORDER BY name = ${name} DESC LIMIT 1`,
      )
      return found
    },
    reaches: (tenant: Tenant, address: string): Promise<boolean> =>
      isThere(tenant, isAddress(address), provedOfAddress(tenant, address)),
    reachesDomain: (tenant: Tenant, domain: string): Promise<boolean> =>
      isThere(tenant, isOnDomain(domain), provedDomain(tenant, domain)),
    ofAddress: (tenant: Tenant, address: string): Promise<Breach[]> =>
      find(
        sql`source.id IN (SELECT source_id FROM ${mine(tenant, isAddress(address))} ${SOURCES_OF_MINE})
         ORDER BY lower(name), name`,
      ),
    breachedAddresses: (tenant: Tenant, after: string): Promise<string[]> =>
      namesOf(
        sql`SELECT address AS name FROM ${mine(tenant, sql`leaks > 0 AND address > ${after}`)}
         ORDER BY address LIMIT ${ADDRESSES_AT_ONCE}`,
      ),
    /** Without retired breaches. */
    ofDomain: (tenant: Tenant, domain: string): Promise<NamesByAlias> =>
      namesByAlias(
        sql`SELECT local_part AS alias, array_agg(source.name ORDER BY lower(source.name), source.name) AS names
         FROM ${mine(tenant, sql`${isOnDomain(domain)} AND leaks > 0`)} ${SOURCES_OF_MINE}
         JOIN source ON source.id = found.source_id AND NOT ${flag('IsRetired')}
         GROUP BY local_part ORDER BY local_part`,
      ),
    domains: (tenant: Tenant): Promise<SearchedDomain[]> =>
      database.query(
        object({ domain: string(), breached: int(), withoutSpamLists: int() }),
        sql`WITH counted AS (SELECT domain_part(address) AS domain, (count(*) FILTER (WHERE leaks > 0))::int AS breached,
                (count(*) FILTER (WHERE leaks > 0 AND counted.real))::int AS "withoutSpamLists"
         FROM ${mine(tenant, sql`true`)} CROSS JOIN LATERAL (
           SELECT coalesce(bool_or(NOT ${flag('IsSpamList')}), false) AS real
           FROM ${LEAKS_OF_MINE} AS leak JOIN source ON source.id = leak.source_id
         ) AS counted
         GROUP BY 1)
         SELECT * FROM counted
         UNION ALL
         SELECT domain, 0, 0 FROM watched_domain
         WHERE proved_at IS NOT NULL AND ${reachable(tenant, sql`('@' || domain)`)} AND domain NOT IN (SELECT domain FROM counted)
         ORDER BY 1`,
      ),
    /** Registered domains of websites whose credentials a stealer took. */
    websitesOfAddress: (tenant: Tenant, address: string): Promise<string[]> =>
      namesOf(
        sql`SELECT DISTINCT website AS name FROM ${mine(tenant, isAddress(address))} ${WEBSITES_OF_MINE} ORDER BY 1`,
      ),
    websitesOfDomain: (tenant: Tenant, domain: string): Promise<NamesByAlias> =>
      namesByAlias(
        sql`SELECT local_part AS alias, array_agg(DISTINCT website ORDER BY website) AS names
         FROM ${mine(tenant, sql`${isOnDomain(domain)} AND leaks > 0`)} ${WEBSITES_OF_MINE}
         GROUP BY local_part ORDER BY local_part`,
      ),
    addressesOfWebsite: (tenant: Tenant, website: string): Promise<string[]> =>
      namesOf(
        sql`SELECT DISTINCT address AS name FROM ${mine(tenant, sql`leaks > 0`)} ${WEBSITES_OF_MINE}
         WHERE website = ${website} OR host = ${website} ORDER BY 1`,
      ),
  }
}
export type BreachesRepository = ReturnType<typeof createBreachesRepository>
