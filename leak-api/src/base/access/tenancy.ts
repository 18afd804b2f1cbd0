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

/** The first three parameters of a query with {@link reachable}. */
export const tenantParameters = ({ organisationId, rows }: Tenant): readonly unknown[] => [
  organisationId,
  ...limitParameters(rows),
]

/**
 * SQL that holds for the rows that a tenant reaches; every query of a route that portals may call has it (M-PRIVACY-3).
 * The query's parameters begin with {@link tenantParameters}. `address` is the column with the monitored address.
 */
export const reachable = (address = 'address'): string => `(organisation_id = $1 AND ${withinLimit(address, 2)})`

/** The two parameters of {@link withinLimit}. */
export const limitParameters = (rows: RowLimit): readonly unknown[] =>
  rows === 'all' ? [null, null] : [rows.addresses, rows.domains]

/** SQL that holds for the addresses of a limit alone. Its two parameters are the query's `first` and the next one. */
export const withinLimit = (address: string, first: number): string =>
  `($${first}::text[] IS NULL OR ${address} = ANY($${first}::text[])
    OR substring(${address} from '[^@]*$') = ANY($${first + 1}::text[]))`
