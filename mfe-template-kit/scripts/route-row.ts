import type { Library } from './libraries-of.ts'

/** The most that a route may take, brotli, in bytes. */
export const LIMIT = 350_000

export const thousands = (bytes: number): string => bytes.toLocaleString('en-US')

/** What the table says of a page's libraries: names with versions, and their licences. */
export const libraryCells = (libraries: readonly Library[]): string => {
  const names = libraries.map(({ name, version }) => `${name} ${version}`).join(', ') || '—'
  const licences = [...new Set(libraries.map(({ licence }) => licence))].join(', ') || '—'
  return `${names} | ${licences}`
}
