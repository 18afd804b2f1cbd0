import { sql, type Sql } from '@atalaia/database'
// Conditions on rows of `monitored_address`, as SQL.

export const SHOWN = sql`(watched OR NOT by_domain)`
/** Excludes subdomains (P-LIST-15). An index range; `parameter` may be a column. */
export const ofDomain = (parameter: Sql) =>
  sql`(address_key BETWEEN domain_from(${parameter}) AND domain_to(${parameter})
    AND domain_key = (SELECT domain_key('@' || ${parameter})))`
