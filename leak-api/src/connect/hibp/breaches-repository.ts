import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, int, object, string } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { breachOf, sourceRowSchema, type Breach } from './breach.ts'

/** Local parts of addresses, each with names: of breaches, or of websites. */
export type NamesByAlias = Readonly<Record<string, string[]>>

/** A domain that a tenant may search; the counts are of its addresses that are in a breach. */
export type SearchedDomain = { readonly domain: string; readonly breached: number; readonly withoutSpamLists: number }

const instant = (expression: string) =>
  sql`to_char(${sql.raw(expression)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** A source that nobody told of and whose imports are all gone, or never ended, is no breach. */
const sources = (which: Sql) => sql`
  SELECT name, title, website, source.leaked_on::text AS "leakedOn", known_on::text AS "knownOn", kind, kinds, verified,
         description, records::float8 AS records, fabricated, origin, catalogue, imported.day AS "firstDay",
         imported.first AS "firstImport", imported.last AS "lastImport", imported.pairs,
         EXISTS (SELECT FROM sighting WHERE source_id = source.id AND secret IS NOT NULL) AS "hasPasswords"
  FROM source CROSS JOIN LATERAL (
    SELECT min(leaked_on)::text AS day, ${instant('min(finished_at)')} AS first, ${instant('max(finished_at)')} AS last,
           coalesce(sum(lines_new), 0)::float8 AS pairs
    FROM import WHERE source_id = source.id AND finished_at IS NOT NULL AND NOT removing
  ) AS imported
  WHERE (origin <> 'import' OR imported.first IS NOT NULL) AND ${which}`

/** The monitored addresses that a tenant reaches and for which `which` holds. */
const mine = (tenant: Tenant, which: Sql) => sql`(
  SELECT organisation_id, address, local_part, address_key, domain_key, leaks
  FROM monitored_address WHERE ${reachable(tenant)} AND watched AND ${which}
) AS mine`
const isAddress = (address: string) => sql`address = ${address}`
const isOnDomain = (domain: string) =>
  sql`domain_key = domain_key('@' || ${domain}::text) AND domain_part(address) = ${domain}`

/** A proved domain, whether or not any of its addresses has leaked. */
const provedOfAddress = (tenant: Tenant, address: string) =>
  sql`domain = domain_part(${address}) AND ${reachable(tenant, sql`${address}::text`)}`
const provedDomain = (tenant: Tenant, domain: string) =>
  sql`domain = ${domain} AND ${reachable(tenant, sql`('@' || ${domain}::text)`)}`

const LEAKS_OF_MINE = sql`covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part)`
const SOURCES_OF_MINE = sql`CROSS JOIN LATERAL (SELECT DISTINCT source_id FROM ${LEAKS_OF_MINE}) AS found`
/** Websites are in stealers' logs and in lists that were made of them; of most sources the kind is not known. */
const WEBSITES_OF_MINE = sql`CROSS JOIN LATERAL (
  SELECT DISTINCT host.name AS host, coalesce(nullif(host.registered, ''), host.name) AS website
  FROM covered_websites_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS covered
  JOIN host ON host.id = covered.website
  JOIN source ON source.id = covered.source_id AND coalesce(source.kind, 'stealer log') IN ('stealer log', 'combo list')
) AS found`

/** A list of all at once would keep others waiting while it is read. */
const ADDRESSES_AT_ONCE = 5000
const flag = (name: string) => sql`coalesce((source.catalogue->>${sql.lit(name)})::boolean, false)`
const nameSchema = object({ name: string() })
const aliasSchema = object({ alias: string(), names: array(string()) })

/**
 * Breaches, as Have I Been Pwned tells them, and the monitored addresses in them. What is said of an address is said to a
 * tenant that reaches it alone; an address or domain that a tenant does not reach is answered with nothing.
 */
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
    /** All sources but invented ones, by title. */
    list: (): Promise<Breach[]> => find(sql`NOT fabricated ORDER BY lower(coalesce(title, name)), name`),
    /** The source of that name, in whatever case it is written. */
    find: async (name: string): Promise<Breach | undefined> => {
      const [found] = await find(
        sql`NOT fabricated AND lower(name) = lower(${name}) ORDER BY name = ${name} DESC LIMIT 1`,
      )
      return found
    },
    /** True where the tenant reaches the address: its organisation monitors it, and no limit excludes it. */
    reaches: (tenant: Tenant, address: string): Promise<boolean> =>
      isThere(tenant, isAddress(address), provedOfAddress(tenant, address)),
    /** True where the tenant reaches an address of the domain. */
    reachesDomain: (tenant: Tenant, domain: string): Promise<boolean> =>
      isThere(tenant, isOnDomain(domain), provedDomain(tenant, domain)),
    /** The sources that have the address, by name. */
    ofAddress: (tenant: Tenant, address: string): Promise<Breach[]> =>
      find(
        sql`source.id IN (SELECT source_id FROM ${mine(tenant, isAddress(address))} ${SOURCES_OF_MINE})
         ORDER BY lower(name), name`,
      ),
    /** Addresses that the tenant reaches and that are in a breach, in their order, up to 5000 after one: '' for the first. */
    breachedAddresses: (tenant: Tenant, after: string): Promise<string[]> =>
      namesOf(
        sql`SELECT address AS name FROM ${mine(tenant, sql`leaks > 0 AND address > ${after}`)}
         ORDER BY address LIMIT ${ADDRESSES_AT_ONCE}`,
      ),
    /** The addresses of the domain that are in a breach; without breaches that were retired. */
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
    /** The registered domains of the websites whose credentials of the address a stealer took. */
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
    /** The addresses of which a stealer took credentials of a website, named by its registered domain or its host. */
    addressesOfWebsite: (tenant: Tenant, website: string): Promise<string[]> =>
      namesOf(
        sql`SELECT DISTINCT address AS name FROM ${mine(tenant, sql`leaks > 0`)} ${WEBSITES_OF_MINE}
         WHERE website = ${website} OR host = ${website} ORDER BY 1`,
      ),
  }
}
export type BreachesRepository = ReturnType<typeof createBreachesRepository>
