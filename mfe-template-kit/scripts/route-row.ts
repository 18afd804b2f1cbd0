import type { Library } from './libraries-of.ts'

/** The largest size of a route, brotli, in bytes. */
export const MAX_ROUTE_BYTES = 350_000

export const thousands = (bytes: number): string => bytes.toLocaleString('en-US')

/** The table's cells on a page's libraries: names with versions, and licences. */
export const libraryCells = (libraries: readonly Library[]): string => {
  const names = libraries.map(({ name, version }) => `${name} ${version}`).join(', ') || '—'
  const licences = [...new Set(libraries.map(({ licence }) => licence))].join(', ') || '—'
  return `${names} | ${licences}`
}
