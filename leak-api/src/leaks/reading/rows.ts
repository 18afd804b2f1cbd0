import type { CountedLine } from './line-parser.ts'

/** `line` counts from 1. */
export type PlacedRow = { readonly row: CountedLine; readonly line: number; readonly text: string }

/** `ignored`: lines that are no rows. */
export type Rows = { readonly rows: readonly PlacedRow[]; readonly ignored: number }

/** Longest row of formats whose rows are not lines (M-IMPORT-17). */
export const MAX_ROW_BYTES = 1024 * 1024

export const countLines = (text: string, end: number, start = 0): number => {
  // A search in the whole text would go on behind `end`.
  const part = text.slice(start, end)
  let lines = 0
  for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) lines += 1
  return lines
}
