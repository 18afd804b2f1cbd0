import type { CountedLine } from './line-parser.ts'

/** A row with its place in the file, a number that counts from 1, and its text. */
export type PlacedRow = { readonly row: CountedLine; readonly line: number; readonly text: string }

/** Rows of a piece of a file; `ignored` lines of it are none. */
export type Rows = { readonly rows: readonly PlacedRow[]; readonly ignored: number }

/** The longest row of a format whose rows are not lines (M-IMPORT-17). */
export const MAX_ROW_BYTES = 1024 * 1024

/** The line ends in a part of a text. */
export const countLines = (text: string, end: number, start = 0): number => {
  let lines = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
