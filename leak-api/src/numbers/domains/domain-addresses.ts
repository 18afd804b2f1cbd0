import { type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { int, nullable, object, string } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { createAnalysisRepository } from '../analysis-repository.ts'
import { COUNTING } from '../counting-lock.ts'

/** One transaction delays the organisation's additions. */
const ADDRESSES_AT_ONCE = 1000
/** Addresses added while a person waits: about a second (M-DOMAIN-1). */
const WAITED_FOR = 2000

export type OfDomain = { readonly organisationId: string; readonly domain: string; readonly at: Date }

/** The domain may be gone since the check. */
const isProved = (organisationId: string, domain: string) => sql`EXISTS (
  SELECT FROM watched_domain WHERE organisation_id = ${organisationId} AND domain = ${domain} AND proved_at IS NOT NULL)`
/** Leaked addresses of a domain: one range of the credentials' key. */
const add = (organisationId: string, domain: string, at: string, from: string) => sql`WITH found AS (
    SELECT DISTINCT credential.local
    FROM credentials_between(domain_from(${domain}), domain_to(${domain}), domain_key('@' || ${domain}::text)) AS credential
    JOIN sighting ON sighting.id = credential.sighting
    JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = ${organisationId}
    WHERE credential.local > ${from} AND ${isProved(organisationId, domain)} ORDER BY 1 LIMIT ${sql.lit(ADDRESSES_AT_ONCE)}
  ), added AS (
    INSERT INTO monitored_address (organisation_id, address, added_at, by_domain)
    SELECT ${organisationId}, local || '@' || ${domain}, ${at}, true FROM found ORDER BY local
    ON CONFLICT (organisation_id, address) DO NOTHING RETURNING 1
  )
  SELECT max(local) AS last, (SELECT count(*)::int FROM added) AS added FROM found`
const addedSchema = object({ last: nullable(string()), added: int() })

const ofDomain = (organisationId: string, domain: string) =>
  sql`organisation_id = ${organisationId} AND domain_key = domain_key('@' || ${domain}::text) AND domain_part(address) = ${domain}`
const UNWATCHED = sql`watched = false, leaks = 0, passwords = 0, closed_leaks = 0, closed_passwords = 0,
  reported_leaks = 0, reported_passwords = 0`
const unwatch = (of: Sql, which: Sql) =>
  sql`UPDATE monitored_address SET ${UNWATCHED} WHERE ${of} AND watched AND ${which}`

/**
 * Each batch is a transaction with its numbers; the next call continues a cut-off run. False:
 * stopped after `atMost`.
 */
export const watchAddresses = async (
  database: Database,
  { organisationId, domain, at }: OfDomain,
  atMost = Infinity,
): Promise<boolean> => {
  let after: string | null = ''
  for (let looked = 0; after !== null; looked += ADDRESSES_AT_ONCE) {
    if (looked >= atMost) return false
    const from: string = after
    after = await database.transaction(async (transaction) => {
      await lockOrganisation(transaction, organisationId)
      const waited =
        from === ''
          ? await transaction.execute(
              sql`UPDATE monitored_address SET watched = true WHERE ${ofDomain(organisationId, domain)} AND NOT watched AND ${isProved(organisationId, domain)}`,
            )
          : 0
      const [{ last, added } = { last: null, added: 0 }] = await transaction.query(
        addedSchema,
        add(organisationId, domain, at.toISOString(), from),
      )
      if (waited + added > 0) await createAnalysisRepository(transaction).recordDomain({ organisationId, domain, at })
      return last
    }, COUNTING)
  }
  return true
}

/** Adds the first addresses at once, and leaves more to the next check. */
export const beginToWatch = async (database: Database, of: OfDomain): Promise<void> => {
  if (await watchAddresses(database, of, WAITED_FOR)) return
  await database.execute(
    sql`UPDATE watched_domain SET next_check_at = ${of.at.toISOString()}
     WHERE organisation_id = ${of.organisationId} AND domain = ${of.domain} AND proved_at IS NOT NULL`,
  )
}

export type Confirmed = { readonly organisationId: string; readonly address: string; readonly at: Date }

/** Watches an address after its mailbox's yes, independent of its domain. */
export const confirmAddress = async (
  transaction: Queryable,
  { organisationId, address, at }: Confirmed,
): Promise<void> => {
  await transaction.execute(
    sql`UPDATE monitored_address SET watched = true, confirmed_at = ${at.toISOString()}, by_domain = false
     WHERE organisation_id = ${organisationId} AND address = ${address}`,
  )
}

export type Unwatched = OfDomain & {
  /** `added`: addresses added by people wait again. `none`: they stay watched. */
  readonly waiting: 'added' | 'none'
}

/** Call it in the transaction that ends the domain's proof. */
export const unwatchAddresses = async (
  transaction: Queryable,
  { organisationId, domain, at, waiting }: Unwatched,
): Promise<void> => {
  const which = waiting === 'added' ? sql`confirmed_at IS NULL` : sql`by_domain`
  const changed = await transaction.execute(unwatch(ofDomain(organisationId, domain), which))
  if (changed > 0) await createAnalysisRepository(transaction).recordDomain({ organisationId, domain, at })
}

/** For when the owner's yes is no longer required. */
export const watchWaiting = async (database: Database, clock: Clock): Promise<void> => {
  const waiting = await database.query(
    object({ organisationId: string(), domain: string() }),
    sql`SELECT DISTINCT organisation_id::text AS "organisationId", domain_part(address) AS domain
  FROM monitored_address WHERE NOT watched AND NOT by_domain`,
  )
  for (const { organisationId, domain } of waiting)
    await database.transaction(async (transaction) => {
      await lockOrganisation(transaction, organisationId)
      await transaction.execute(
        sql`UPDATE monitored_address SET watched = true WHERE ${ofDomain(organisationId, domain)} AND NOT watched AND NOT by_domain`,
      )
      await createAnalysisRepository(transaction).recordDomain({ organisationId, domain, at: clock() })
    }, COUNTING)
}
