/**
 * `read` = `added` + `known` + `rejected` + `skipped` (M-IMPORT-9). `known`: earlier in this file
 * or source. `skipped`: the login is no address. `unclosed`: part of `read`, with an unclosed
 * quote, read literally (M-IMPORT-8).
 */
export type ImportCounts = {
  readonly read: number
  readonly added: number
  readonly known: number
  readonly rejected: number
  readonly skipped: number
  readonly unclosed: number
}

export const plus = (counts: ImportCounts, more: Partial<ImportCounts>): ImportCounts => ({
  read: counts.read + (more.read ?? 0),
  added: counts.added + (more.added ?? 0),
  known: counts.known + (more.known ?? 0),
  rejected: counts.rejected + (more.rejected ?? 0),
  skipped: counts.skipped + (more.skipped ?? 0),
  unclosed: counts.unclosed + (more.unclosed ?? 0),
})
