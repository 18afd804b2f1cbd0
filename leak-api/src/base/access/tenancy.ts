import { sql, type Sql } from '@atalaia/database'
/** The monitored addresses that a caller reaches: all of its organisation, or those named and those of the domains named. */
export type RowLimit =
  | 'all'
  | { readonly addresses: readonly string[]; /** Without subdomains. */ readonly domains: readonly string[] }

/** The rows that a caller reaches: of one organisation, and within it of the limited addresses alone. */
export type Tenant = { readonly organisationId: string; readonly rows: RowLimit }

export const NO_ROWS: RowLimit = { addresses: [], domains: [] }

/** True where a limit (M-EMBED-25) contains an address (in its one spelling). The same rule as {@link reachable}. */
export const reaches = (rows: RowLimit, address: string): boolean =>
  rows === 'all' ||
  rows.addresses.includes(address) ||
  rows.domains.includes(address.slice(address.lastIndexOf('@') + 1))

/** The addresses that are in both limits. */
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

/** True where no address of `rows` lies outside of `outer`. */
export const isWithin = (rows: RowLimit, outer: RowLimit): boolean => {
  if (outer === 'all') return true
  if (rows === 'all') return false
  return (
    rows.addresses.every((address) => reaches(outer, address)) &&
    rows.domains.every((domain) => outer.domains.includes(domain))
  )
}

/**
 * SQL that holds for the rows that a tenant reaches; every query of a route that portals may call has it (M-PRIVACY-3).
 * `address` is the column with the monitored address.
 */
export const reachable = ({ organisationId, rows }: Tenant, address = sql`address`): Sql =>
  sql`(organisation_id = ${organisationId} AND ${withinLimit(rows, address)})`

/** SQL that holds for the addresses of a limit alone. */
export const withinLimit = (rows: RowLimit, address: Sql): Sql =>
  rows === 'all'
    ? sql`true`
    : sql`(${address} = ANY(${rows.addresses}::text[])
    OR substring(${address} from '[^@]*$') = ANY(${rows.domains}::text[]))`
