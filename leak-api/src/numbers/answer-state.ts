import { sql, type Sql } from '@atalaia/database'
import type { FreshPart } from '../base/access/caller.ts'
import { reachable, type Tenant } from '../base/access/tenancy.ts'
import { reachableRun } from './analysis-repository.ts'

const LEAKS = sql`(SELECT concat_ws(' ', count(*), max(id), sum(lines_new), count(finished_at), max(finished_at)) FROM import)`

type Counted = { readonly addresses: Sql; readonly runs: Sql; readonly reports: Sql }

const stateOf = (part: FreshPart, { addresses, runs, reports }: Counted): Sql => {
  const latest = sql`(SELECT string_agg(serial::text, ' ') FROM (
    SELECT serial FROM report WHERE ${reports} ORDER BY serial DESC LIMIT 3) AS latest)`
  switch (part) {
    case 'addresses':
      return addresses
    case 'analyses':
      return sql`(SELECT concat_ws(' ', count(*), max(id)) FROM analysis WHERE ${runs})`
    case 'summary':
      return sql`concat_ws('/', ${LEAKS}, ${addresses}, ${latest})`
  }
}

/** Changes with every committed change of the part's answers. */
export const wholeState = (part: FreshPart, organisation: Sql): Sql => {
  const own = sql`organisation_id = ${organisation}`
  const addresses = sql`(SELECT coalesce(max(revision), 0)::text FROM organisation_total WHERE ${own})`
  return stateOf(part, { addresses, runs: own, reports: own })
}

/**
 * Nothing out of reach changes it: `xmin`, the writing transaction, and the id represent a row's
 * content.
 */
export const tenantState = (part: FreshPart, tenant: Tenant): Sql => {
  if (tenant.rows === 'all') return wholeState(part, sql`${tenant.organisationId}`)
  const addresses = sql`(SELECT concat_ws(' ', count(*), sum(hashtextextended(id::text || xmin::text, 0)))
        FROM monitored_address WHERE ${reachable(tenant)})`
  return stateOf(part, { addresses, runs: reachableRun(tenant), reports: reachable(tenant) })
}
