import { sql, type Sql } from '@atalaia/database'
/**
 * Monitored addresses that a caller reaches: all of its organisation, or the named addresses and
 * domains.
 */
export type RowLimit =
  | 'all'
  | { readonly addresses: readonly string[]; /** Without subdomains. */ readonly domains: readonly string[] }

export type Tenant = { readonly organisationId: string; readonly rows: RowLimit }

export const NO_ROWS: RowLimit = { addresses: [], domains: [] }

/** True where the limit contains a normalised address. The same rule as {@link reachable} (M-EMBED-25). */
export const reaches = (rows: RowLimit, address: string): boolean =>
  rows === 'all' ||
  rows.addresses.includes(address) ||
  rows.domains.includes(address.slice(address.lastIndexOf('@') + 1))

export const narrow = (rows: RowLimit, other: RowLimit): RowLimit => {
  if (rows === 'all') return other
  if (other === 'all') return rows
  return {
    addresses: [
      ...rows.addresses.filter((address) => reaches(other, address)),
      ...other.addresses.filter((address) => reaches(rows, address) && !rows.addresses.includes(address)),
    ],
    domains: rows.domains.filter((domain) => other.domains.includes(domain)),
  }
}

export const isWithin = (rows: RowLimit, outer: RowLimit): boolean => {
  if (outer === 'all') return true
  if (rows === 'all') return false
  return (
    rows.addresses.every((address) => reaches(outer, address)) &&
    rows.domains.every((domain) => outer.domains.includes(domain))
  )
}

/**
 * SQL for the rows that a tenant reaches. Every query of a portal route needs it. `address`: the
 * monitored address's column (M-PRIVACY-3).
 */
export const reachable = ({ organisationId, rows }: Tenant, address = sql`address`): Sql =>
  sql`(organisation_id = ${organisationId} AND ${withinLimit(rows, address)})`

export const withinLimit = (rows: RowLimit, address: Sql): Sql =>
  rows === 'all'
    ? sql`true`
    : sql`(${address} = ANY(${rows.addresses}::text[])
    OR substring(${address} from '[^@]*$') = ANY(${rows.domains}::text[]))`
