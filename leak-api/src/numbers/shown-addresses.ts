import { sql, type Sql } from '@atalaia/database'
// Conditions on rows of `monitored_address`, as SQL.

/** People see the address. One that came with a domain is seen as long as the domain is proved. */
export const SHOWN = sql`(watched OR NOT by_domain)`
/**
 * The address is one of the domain `parameter`, and of none below it (P-LIST-15): all 64 bits of its hash are those. The range is
 * one of an index; the rest is computed once, also where `parameter` is a column.
 */
export const ofDomain = (parameter: Sql) =>
  sql`(address_key BETWEEN domain_from(${parameter}) AND domain_to(${parameter})
    AND domain_key = (SELECT domain_key('@' || ${parameter})))`
