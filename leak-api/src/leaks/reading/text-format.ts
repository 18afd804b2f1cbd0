import type { CountedLine } from './line-parser.ts'
import { areBlocks, createBlockParser } from './parse-blocks.ts'
import { createComboParser, detectCombo } from './parse-combo.ts'
import { createCsvParser, formByLooking, formOfColumns, readHeader } from './parse-csv.ts'
import { createJsonParser } from './parse-json.ts'
import { createSqlParser } from './parse-sql.ts'
import type { PlacedRow, Rows } from './rows.ts'

export type TextFormat = 'stealer log' | 'SQL dump' | 'JSON' | 'CSV' | 'combo list'

/** `takes`: lines, or Latin-1 text. */
export type RowParser =
  | { readonly takes: 'lines'; push(lines: readonly string[]): Rows; end(): Rows }
  | { readonly takes: 'text'; push(text: string): Rows; end(): Rows }

export type Detected = { readonly format: TextFormat; readonly parser: RowParser }

const NO_ROWS: Rows = { rows: [], ignored: 0 }

const ofLines = (parse: (line: string) => CountedLine | undefined): RowParser => {
  let number = 0
  return {
    takes: 'lines',
    push: (lines) => {
      const rows: PlacedRow[] = []
      for (const text of lines) {
        number += 1
        const row = parse(text)
        if (row !== undefined) rows.push({ row, line: number, text })
      }
      return { rows, ignored: lines.length - rows.length }
    },
    end: () => NO_ROWS,
  }
}

const ofBlocks = (): RowParser => {
  const blocks = createBlockParser()
  return {
    takes: 'lines',
    push: (lines) => {
      let ignored = 0
      const rows = lines.flatMap((line) => {
        const next = blocks.next(line)
        if (next.ignored) ignored += 1
        return next.row === undefined ? [] : [next.row]
      })
      return { rows, ignored }
    },
    end: () => {
      const last = blocks.end()
      return last === undefined ? NO_ROWS : { rows: [last], ignored: 0 }
    },
  }
}

const SQL =
  /^\s*(?:insert\s+(?:ignore\s+)?(?:into\s+)?[[`"\w]|replace\s+into\s|copy\s.+\sfrom\s+stdin|create\s+table\s|-- (?:mysql|mariadb|postgresql) .*dump|-- phpmyadmin|set\s+identity_insert\s)/i
const MYSQL = /`|mysql|mariadb|engine\s*=/i
const JSON_START = /^\s*(?:\[\s*(?:[{["]|$)|\{\s*(?:"|$))/

/** `starts`: beginnings of all non-blank lines. */
export type TextSample = { readonly lines: readonly string[]; readonly starts: readonly string[] }

/** `undefined`: no first line is a row of any format (M-IMPORT-1). */
export const detectText = ({ lines, starts }: TextSample, columns: string | undefined): Detected | undefined => {
  const [first = ''] = starts
  if (columns !== undefined) return { format: 'CSV', parser: ofLines(createCsvParser(formOfColumns(columns, lines))) }
  if (starts.some((start) => SQL.test(start)))
    return {
      format: 'SQL dump',
      parser: { takes: 'text', ...createSqlParser(starts.some((start) => MYSQL.test(start))) },
    }
  if (JSON_START.test(first)) return { format: 'JSON', parser: { takes: 'text', ...createJsonParser() } }
  if (areBlocks(lines)) return { format: 'stealer log', parser: ofBlocks() }
  const csv = readHeader(lines[0] ?? '')
  if (csv !== undefined) return { format: 'CSV', parser: ofLines(createCsvParser(csv)) }
  const combo = detectCombo(lines)
  if (combo !== undefined) return { format: 'combo list', parser: ofLines(createComboParser(combo)) }
  const table = formByLooking(lines)
  return table && { format: 'CSV', parser: ofLines(createCsvParser(table)) }
}
