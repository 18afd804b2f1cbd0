import type { Database, Queryable } from '@atalaia/database'
import { int, nullable, object, string } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { createAnalysisRepository } from '../analysis-repository.ts'
import { COUNTING } from '../counting-lock.ts'

/** Addresses of one transaction, which holds back additions of the organisation meanwhile. */
const ADDRESSES_AT_ONCE = 1000
/** Addresses that a person who has proved a domain waits for: about a second (M-DOMAIN-1). */
const WAITED_FOR = 2000

export type OfDomain = { readonly organisationId: string; readonly domain: string; readonly at: Date }

/** Somebody may have removed the domain since the check. */
const IS_PROVED = `EXISTS (
  SELECT FROM watched_domain WHERE organisation_id = $1 AND domain = $2 AND proved_at IS NOT NULL)`
/** The addresses of `$2` that leaked for organisation `$1`: one range of the credentials' key. From local part `$4` on. */
const add = `WITH found AS (
    SELECT DISTINCT credential.local
    FROM credentials_between(domain_from($2), domain_to($2), domain_key('@' || $2::text)) AS credential
    JOIN sighting ON sighting.id = credential.sighting
    JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = $1
    WHERE credential.local > $4 AND ${IS_PROVED} ORDER BY 1 LIMIT ${ADDRESSES_AT_ONCE}
  ), added AS (
    INSERT INTO monitored_address (organisation_id, address, added_at, by_domain)
    SELECT $1, local || '@' || $2, $3, true FROM found ORDER BY local
    ON CONFLICT (organisation_id, address) DO NOTHING RETURNING 1
  )
  SELECT max(local) AS last, (SELECT count(*)::int FROM added) AS added FROM found`
const addedSchema = object({ last: nullable(string()), added: int() })

const OF_DOMAIN = `organisation_id = $1 AND domain_key = domain_key('@' || $2::text) AND domain_part(address) = $2`
const watchAll = `UPDATE monitored_address SET watched = true WHERE ${OF_DOMAIN} AND NOT watched AND ${IS_PROVED}`
/** SQL: an address that is no longer watched loses its numbers, and no report says that they are gone. */
const UNWATCHED = `watched = false, leaks = 0, passwords = 0, closed_leaks = 0, closed_passwords = 0,
  reported_leaks = 0, reported_passwords = 0`
const unwatch = (which: string) =>
  `UPDATE monitored_address SET ${UNWATCHED} WHERE ${OF_DOMAIN} AND watched AND ${which}`

/**
 * Watches the addresses of a domain whose proof was found: those that wait, and those that leaked and nobody added. Some at
 * a time, each in a transaction with its numbers; what was cut off is gone on with by the next call. False: it ended after
 * `atMost` of them, and more may be there.
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
      const waited = from === '' ? await transaction.execute(watchAll, [organisationId, domain]) : 0
      const parameters = [organisationId, domain, at.toISOString(), from]
      const [{ last, added } = { last: null, added: 0 }] = await transaction.query(addedSchema, add, parameters)
      if (waited + added > 0) await createAnalysisRepository(transaction).recordDomain({ organisationId, domain, at })
      return last
    }, COUNTING)
  }
  return true
}

/** For a person who waits: the first addresses at once, and all others with the next look at the domains that are due. */
export const beginToWatch = async (database: Database, of: OfDomain): Promise<void> => {
  if (await watchAddresses(database, of, WAITED_FOR)) return
  await database.execute(
    `UPDATE watched_domain SET next_check_at = $3
     WHERE organisation_id = $1 AND domain = $2 AND proved_at IS NOT NULL`,
    [of.organisationId, of.domain, of.at.toISOString()],
  )
}

export type Confirmed = { readonly organisationId: string; readonly address: string; readonly at: Date }

/** Watches an address whose mailbox has said yes, whatever becomes of its domain. */
export const confirmAddress = async (
  transaction: Queryable,
  { organisationId, address, at }: Confirmed,
): Promise<void> => {
  await transaction.execute(
    `UPDATE monitored_address SET watched = true, confirmed_at = $3, by_domain = false
     WHERE organisation_id = $1 AND address = $2`,
    [organisationId, address, at.toISOString()],
  )
}

export type Unwatched = OfDomain & {
  /** `added`: those that people have added wait again. `none`: they stay watched. */
  readonly waiting: 'added' | 'none'
}

/** Ends the watch of the addresses that came with a domain, in the transaction that ends its proof. */
export const unwatchAddresses = async (
  transaction: Queryable,
  { organisationId, domain, at, waiting }: Unwatched,
): Promise<void> => {
  const which = waiting === 'added' ? 'confirmed_at IS NULL' : 'by_domain'
  const changed = await transaction.execute(unwatch(which), [organisationId, domain])
  if (changed > 0) await createAnalysisRepository(transaction).recordDomain({ organisationId, domain, at })
}

const WAITING = `SELECT DISTINCT organisation_id::text AS "organisationId", domain_part(address) AS domain
  FROM monitored_address WHERE NOT watched AND NOT by_domain`
const watchWithoutProof = `UPDATE monitored_address SET watched = true WHERE ${OF_DOMAIN} AND NOT watched AND NOT by_domain`

/** Watches the addresses that wait for their owner's yes, of all organisations: nobody asks for it any longer. */
export const watchWaiting = async (database: Database, clock: Clock): Promise<void> => {
  const waiting = await database.query(object({ organisationId: string(), domain: string() }), WAITING)
  for (const { organisationId, domain } of waiting)
    await database.transaction(async (transaction) => {
      await lockOrganisation(transaction, organisationId)
      await transaction.execute(watchWithoutProof, [organisationId, domain])
      await createAnalysisRepository(transaction).recordDomain({ organisationId, domain, at: clock() })
    }, COUNTING)
}
