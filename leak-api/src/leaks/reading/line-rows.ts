import { isAddress } from '../../base/address.ts'
import { isTooLong, type CountedLine, type LineParser } from './line-parser.ts'
import type { CsvForm } from './parse-csv.ts'
import type { PlacedRow } from './rows.ts'
import { splitRecord } from './split-record.ts'

/** `ignoredAt`: numbers of lines of no row. */
export type LineRows = { readonly rows: readonly PlacedRow[]; readonly ignoredAt: readonly number[] }

export const NO_ROWS: LineRows = { rows: [], ignoredAt: [] }

const MAX_ROW_LINES = 20

export type Table = { readonly form: CsvForm; readonly parse: LineParser }

/** `row`: of the first line. */
type Open = { readonly table: Table; readonly row: CountedLine; readonly line: number; lines: string[] }

const isPerson = (text: string, { separator, layout, width }: CsvForm): boolean => {
  const { fields } = splitRecord(text, separator)
  return fields.length >= Math.min(width, 2) && layout.logins.some((login) => isAddress(fields[login] ?? ''))
}

/** `undefined`: still open. */
const joined = ({ table: { form, parse }, lines }: Open): CountedLine | 'no row' | undefined => {
  const last = lines.at(-1) ?? ''
  const text = lines.join('\n')
  if (lines.length > MAX_ROW_LINES || isTooLong(text)) return 'no row'
  if (!last.includes('"')) return isPerson(last, form) ? 'no row' : undefined
  const { fields, unclosed, loose } = splitRecord(text, form.separator)
  if (unclosed) return undefined
  if (loose) return 'no row'
  const inner = fields.flatMap((field) => (field.includes('\n') ? field.split('\n').slice(1) : []))
  const isRow = fields.length === form.width && !inner.some((part) => isPerson(part, form))
  return isRow ? (parse(text) ?? 'no row') : 'no row'
}

/** RFC 4180, bounded, around no other row (M-IMPORT-90). */
export const ofLines = (parse: LineParser, tableOf: () => Table | undefined = () => undefined) => {
  let number = 0
  let open: Open | undefined
  let rows: PlacedRow[] = []
  let ignoredAt: number[] = []
  const taken = (): LineRows => {
    const read = { rows, ignoredAt }
    rows = []
    ignoredAt = []
    return read
  }
  const takeAlone = (text: string, line: number): void => {
    const row = parse(text)
    const table = row?.unclosed === true ? tableOf() : undefined
    if (row === undefined) ignoredAt.push(line)
    else if (table === undefined) rows.push({ row, line, text })
    else open = { table, row, line, lines: [text] }
  }
  const giveUp = ({ row, line, lines }: Open): void => {
    open = undefined
    rows.push({ row, line, text: lines[0] ?? '' })
    for (const [index, text] of lines.entries()) if (index > 0) take(text, line + index)
  }
  const take = (text: string, line: number): void => {
    if (open === undefined) return takeAlone(text, line)
    open.lines.push(text)
    const row = joined(open)
    if (row === 'no row') giveUp(open)
    else if (row !== undefined) {
      rows.push({ row, line: open.line, text: open.lines[0] ?? '' })
      open = undefined
    }
  }
  return {
    takes: 'lines' as const,
    push: (lines: readonly string[]) => {
      for (const text of lines) {
        number += 1
        take(text, number)
      }
      return taken()
    },
    end: () => {
      for (let last = open; last !== undefined; last = open) giveUp(last)
      return taken()
    },
  }
}
