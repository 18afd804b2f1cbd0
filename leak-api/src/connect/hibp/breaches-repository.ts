import type { Queryable } from '@atalaia/database'
import { array, int, object, string } from 'zod/mini'
import { reachable, tenantParameters, type Tenant } from '../../base/access/tenancy.ts'
import { breachOf, sourceRowSchema, type Breach } from './breach.ts'

/** Local parts of addresses, each with names: of breaches, or of websites. */
export type NamesByAlias = Readonly<Record<string, string[]>>

/** A domain that a tenant may search; the counts are of its addresses that are in a breach. */
export type SearchedDomain = { readonly domain: string; readonly breached: number; readonly withoutSpamLists: number }

/**
 * Breaches, as Have I Been Pwned tells them, and the monitored addresses in them. What is said of an address is said to a
 * tenant that reaches it alone; an address or domain that a tenant does not reach is answered with nothing.
 */
export type BreachesRepository = {
  /** All sources but invented ones, by title. */
  list(): Promise<Breach[]>
  /** The source of that name, in whatever case it is written. */
  find(name: string): Promise<Breach | undefined>
  /** True where the tenant reaches the address: its organisation monitors it, and no limit excludes it. */
  reaches(tenant: Tenant, address: string): Promise<boolean>
  /** True where the tenant reaches an address of the domain. */
  reachesDomain(tenant: Tenant, domain: string): Promise<boolean>
  /** The sources that have the address, by name. */
  ofAddress(tenant: Tenant, address: string): Promise<Breach[]>
  /** Addresses that the tenant reaches and that are in a breach, in their order, up to 5000 after one: '' for the first. */
  breachedAddresses(tenant: Tenant, after: string): Promise<string[]>
  /** The addresses of the domain that are in a breach; without breaches that were retired. */
  ofDomain(tenant: Tenant, domain: string): Promise<NamesByAlias>
  domains(tenant: Tenant): Promise<SearchedDomain[]>
  /** The registered domains of the websites whose credentials of the address a stealer took. */
  websitesOfAddress(tenant: Tenant, address: string): Promise<string[]>
  websitesOfDomain(tenant: Tenant, domain: string): Promise<NamesByAlias>
  /** The addresses of which a stealer took credentials of a website, named by its registered domain or its host. */
  addressesOfWebsite(tenant: Tenant, website: string): Promise<string[]>
}

const instant = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** A source that nobody told of and whose imports are all gone, or never ended, is no breach. */
const sources = (which: string) => `
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

/** The monitored addresses that a tenant reaches and for which `which` holds; `$4` is its parameter. */
const mine = (which: string) => `(
  SELECT organisation_id, address, local_part, address_key, domain_key, leaks
  FROM monitored_address WHERE ${reachable()} AND watched AND ${which}
) AS mine`
const IS_ADDRESS = 'address = $4'
const IS_ON_DOMAIN = `domain_key = domain_key('@' || $4::text) AND domain_part(address) = $4`

/** A proved domain, whether or not any of its addresses has leaked. */
const PROVED_OF_ADDRESS = `domain = domain_part($4) AND ${reachable('$4::text')}`
const PROVED_DOMAIN = `domain = $4 AND ${reachable("('@' || $4::text)")}`

const LEAKS_OF_MINE = 'covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part)'
const SOURCES_OF_MINE = `CROSS JOIN LATERAL (SELECT DISTINCT source_id FROM ${LEAKS_OF_MINE}) AS found`
/** Websites are in stealers' logs and in lists that were made of them; of most sources the kind is not known. */
const WEBSITES_OF_MINE = `CROSS JOIN LATERAL (
  SELECT DISTINCT host.name AS host, coalesce(nullif(host.registered, ''), host.name) AS website
  FROM covered_websites_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS covered
  JOIN host ON host.id = covered.website
  JOIN source ON source.id = covered.source_id AND coalesce(source.kind, 'stealer log') IN ('stealer log', 'combo list')
) AS found`

/** A list of all at once would keep others waiting while it is read. */
const ADDRESSES_AT_ONCE = 5000
const flag = (name: string) => `coalesce((source.catalogue->>'${name}')::boolean, false)`
const nameSchema = object({ name: string() })
const aliasSchema = object({ alias: string(), names: array(string()) })

const parametersOf = (tenant: Tenant, value: string) => [...tenantParameters(tenant), value]

export const createBreachesRepository = (database: Queryable): BreachesRepository => {
  const find = async (which: string, parameters: readonly unknown[] = []) =>
    (await database.query(sourceRowSchema, sources(which), parameters)).map(breachOf)
  const isThere = async (tenant: Tenant, which: string, proved: string, value: string) => {
    const sql = `SELECT 1 FROM watched_domain WHERE proved_at IS NOT NULL AND ${proved}
      UNION ALL SELECT 1 FROM ${mine(which)} LIMIT 1`
    return (await database.query(object({}), sql, parametersOf(tenant, value))).length > 0
  }
  const namesByAlias = async (sql: string, tenant: Tenant, domain: string): Promise<NamesByAlias> => {
    const rows = await database.query(aliasSchema, sql, parametersOf(tenant, domain))
    return Object.fromEntries(rows.map(({ alias, names }) => [alias, names]))
  }
  const namesOf = async (sql: string, tenant: Tenant, value: string) =>
    (await database.query(nameSchema, sql, parametersOf(tenant, value))).map(({ name }) => name)

  return {
    list: () => find('NOT fabricated ORDER BY lower(coalesce(title, name)), name'),
    find: async (name) => {
      const [found] = await find('NOT fabricated AND lower(name) = lower($1) ORDER BY name = $1 DESC LIMIT 1', [name])
      return found
    },
    reaches: (tenant, address) => isThere(tenant, IS_ADDRESS, PROVED_OF_ADDRESS, address),
    reachesDomain: (tenant, domain) => isThere(tenant, IS_ON_DOMAIN, PROVED_DOMAIN, domain),
    ofAddress: (tenant, address) =>
      find(
        `source.id IN (SELECT source_id FROM ${mine(IS_ADDRESS)} ${SOURCES_OF_MINE}) ORDER BY lower(name), name`,
        parametersOf(tenant, address),
      ),
    breachedAddresses: (tenant, after) =>
      namesOf(
        `SELECT address AS name FROM ${mine('leaks > 0 AND address > $4')} ORDER BY address LIMIT ${ADDRESSES_AT_ONCE}`,
        tenant,
        after,
      ),
    ofDomain: (tenant, domain) =>
      namesByAlias(
        `SELECT local_part AS alias, array_agg(source.name ORDER BY lower(source.name), source.name) AS names
         FROM ${mine(`${IS_ON_DOMAIN} AND leaks > 0`)} ${SOURCES_OF_MINE}
         JOIN source ON source.id = found.source_id AND NOT ${flag('IsRetired')}
         GROUP BY local_part ORDER BY local_part`,
        tenant,
        domain,
      ),
    domains: (tenant) =>
      database.query(
        object({ domain: string(), breached: int(), withoutSpamLists: int() }),
        `WITH counted AS (SELECT domain_part(address) AS domain, (count(*) FILTER (WHERE leaks > 0))::int AS breached,
                (count(*) FILTER (WHERE leaks > 0 AND counted.real))::int AS "withoutSpamLists"
         FROM ${mine('true')} CROSS JOIN LATERAL (
           SELECT coalesce(bool_or(NOT ${flag('IsSpamList')}), false) AS real
           FROM ${LEAKS_OF_MINE} AS leak JOIN source ON source.id = leak.source_id
         ) AS counted
         GROUP BY 1)
         SELECT * FROM counted
         UNION ALL
         SELECT domain, 0, 0 FROM watched_domain
         WHERE proved_at IS NOT NULL AND ${reachable("('@' || domain)")} AND domain NOT IN (SELECT domain FROM counted)
         ORDER BY 1`,
        tenantParameters(tenant),
      ),
    websitesOfAddress: (tenant, address) =>
      namesOf(
        `SELECT DISTINCT website AS name FROM ${mine(IS_ADDRESS)} ${WEBSITES_OF_MINE} ORDER BY 1`,
        tenant,
        address,
      ),
    websitesOfDomain: (tenant, domain) =>
      namesByAlias(
        `SELECT local_part AS alias, array_agg(DISTINCT website ORDER BY website) AS names
         FROM ${mine(`${IS_ON_DOMAIN} AND leaks > 0`)} ${WEBSITES_OF_MINE} GROUP BY local_part ORDER BY local_part`,
        tenant,
        domain,
      ),
    addressesOfWebsite: (tenant, website) =>
      namesOf(
        `SELECT DISTINCT address AS name FROM ${mine('leaks > 0')} ${WEBSITES_OF_MINE}
         WHERE website = $4 OR host = $4 ORDER BY 1`,
        tenant,
        website,
      ),
  }
}
