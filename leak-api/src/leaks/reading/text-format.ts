import { COMBO_SEPARATORS, createComboParser, detectCombo } from './parse-combo.ts'
import { areBlocks, createBlockParser } from './parse-blocks.ts'
import { createCsvParser, CSV_SEPARATORS, formByLooking, formOfColumns, readHeader, type CsvForm } from './parse-csv.ts'
import { createJsonParser } from './parse-json.ts'
import { createSqlParser } from './parse-sql.ts'
import { createJsonLineParser, createJsonLinesParser } from './parse-json-lines.ts'
import { isBlank, isTooLong, type CountedLine, type LineParser } from './line-parser.ts'
import { NO_ROWS, ofLines, type LineRows, type Table } from './line-rows.ts'
import type { PlacedRow, Rows } from './rows.ts'

export type TextFormat = 'stealer log' | 'SQL dump' | 'JSON' | 'CSV' | 'combo list'

/** `takes`: lines, or Latin-1 text. */
export type RowParser =
  | { readonly takes: 'lines'; push(lines: readonly string[]): LineRows; end(): LineRows }
  | { readonly takes: 'text'; push(text: string): Rows; end(): Rows }

/** `hasKeys`: names a login and more. */
export type Detected = { readonly format: TextFormat; readonly hasKeys?: boolean; create(): RowParser }

const ofBlocks = (parseOther: LineParser): RowParser => {
  const blocks = createBlockParser()
  let number = 0
  return {
    takes: 'lines',
    push: (lines) => {
      const rows: PlacedRow[] = []
      const ignoredAt: number[] = []
      for (const text of lines) {
        number += 1
        const { row, ignored } = blocks.next(text)
        if (row !== undefined) rows.push(row)
        if (!ignored) continue
        const other = text.includes('@') ? parseOther(text) : undefined
        if (hasSecret(other)) rows.push({ row: other, line: number, text })
        else ignoredAt.push(number)
      }
      return { rows, ignoredAt }
    },
    end: () => {
      const last = blocks.end()
      return last === undefined ? NO_ROWS : { rows: [last], ignoredAt: [] }
    },
  }
}

const hasSecret = (row: CountedLine | undefined): row is CountedLine =>
  row?.kind === 'credential' && row.credential.secret !== undefined

const tableOf = (form: CsvForm): Table => ({ form, parse: createCsvParser(form) })

const ofTable = (form: CsvForm): RowParser => {
  const table = tableOf(form)
  return ofLines(table.parse, () => table)
}

const MAX_HEADER_LENGTH = 1000
const NAMES_PASSWORDS =
  /pass(?:w|\b|_)|pwd|senha|hash|contrase|clave|passe|parol|kennwort|haslo|hasło|sifre|şifre|парол|密[码碼]/i

const isHeaderLike = (line: string): boolean =>
  line.length <= MAX_HEADER_LENGTH &&
  !line.includes('@') &&
  !line.includes('://') &&
  CSV_SEPARATORS.some((separator) => line.includes(separator)) &&
  NAMES_PASSWORDS.test(line)

/**
 * A list, tables with headers and JSON lines, in any order. Rows that their table refuses count as
 * the list's (M-IMPORT-73).
 */
const createMixedParser = (parseCombo: LineParser, header?: { readonly line: string; readonly form: CsvForm }) => {
  const parseJson = createJsonLineParser()
  let table: Table | undefined
  let names: string | undefined
  const begin = (form: CsvForm, line: string) => {
    table = tableOf(form)
    names = line
    return form.header ? table.parse(line) : undefined
  }
  const refusedByTable = (line: string): CountedLine | undefined => {
    const row = table?.parse(line)
    if (row === undefined || row.kind === 'credential' || !line.includes('@')) return row
    const other = parseCombo(line)
    return hasSecret(other) ? { ...other, unclosed: row.unclosed === true } : row
  }
  const parse = (line: string): CountedLine | undefined => {
    if (header !== undefined && table === undefined && line === header.line) return begin(header.form, line)
    if (line !== names && isHeaderLike(line)) {
      const form = readHeader(line)
      // `usuario;senha2020` is a login with its password.
      if (form !== undefined && form.layout.passwords.length + form.layout.hashes.length > 0) return begin(form, line)
    }
    if (line.startsWith('{') && line.includes('@')) {
      const row = parseJson(line)
      if (row?.kind === 'credential') return row
    }
    return table === undefined ? parseCombo(line) : refusedByTable(line)
  }
  return ofLines(parse, () => table)
}

const SQL =
  /^\s*(?:insert\s+(?:ignore\s+)?(?:into\s+)?[[`"\w]|replace\s+into\s|copy\s.+\sfrom\s+stdin|create\s+table\s|-- (?:mysql|mariadb|postgresql) .*dump|-- phpmyadmin|set\s+identity_insert\s)/i
const MYSQL = /`|mysql|mariadb|engine\s*=/i
const JSON_START = /^\s*(?:\[\s*(?:[{["]|$)|\{\s*(?:"|$))/
const HEADER_LINES = 20
const START_CHARACTERS = 400

const DEFAULT_COMBO = { separator: COMBO_SEPARATORS[0], hostLast: false } as const

const tableIn = (lines: readonly string[]) => {
  for (const line of lines.slice(0, HEADER_LINES)) {
    if (line.includes('@') || line.includes('://')) continue
    const form = readHeader(line)
    if (form !== undefined) return { line, form }
  }
  return undefined
}

/** The earlier of two equals wins. */
const candidatesIn = (all: readonly string[]): Detected[] => {
  const lines = all.filter((line) => !isBlank(line) && !isTooLong(line))
  const combo = createComboParser(detectCombo(lines) ?? DEFAULT_COMBO)
  const has = (sign: RegExp) => all.some((line) => sign.test(line.slice(0, START_CHARACTERS)))
  const found: Detected[] = []
  if (has(SQL)) {
    const backslashes = has(MYSQL)
    found.push({ format: 'SQL dump', create: () => ({ takes: 'text', ...createSqlParser(backslashes) }) })
  }
  if (has(JSON_START)) {
    found.push({ format: 'JSON', create: () => ({ takes: 'text', ...createJsonLinesParser() }) })
    found.push({ format: 'JSON', create: () => ({ takes: 'text', ...createJsonParser() }) })
  }
  if (areBlocks(lines)) found.push({ format: 'stealer log', hasKeys: true, create: () => ofBlocks(combo) })
  const header = tableIn(lines)
  if (header !== undefined) found.push({ format: 'CSV', hasKeys: true, create: () => createMixedParser(combo, header) })
  found.push({ format: 'combo list', create: () => createMixedParser(combo) })
  const table = formByLooking(lines)
  if (table !== undefined) found.push({ format: 'CSV', create: () => ofTable(table) })
  return found
}

/** `weight`: a pair counts twice an address. `isList`: most rows are pairs. */
type Score = { readonly weight: number; readonly refused: number; readonly rows: number; readonly isList: boolean }

const scoreOf = ({ create }: Detected, { lines, raw }: TextSample): Score => {
  const parser = create()
  // A row that the end of a text cuts is no fault of the format.
  const rows = parser.takes === 'lines' ? [...parser.push(lines).rows, ...parser.end().rows] : parser.push(raw()).rows
  let [weight, pairs, websites] = [0, 0, 0]
  for (const { row } of rows) {
    if (row.kind !== 'credential') continue
    const { secret, website } = row.credential
    weight += secret === undefined ? 1 : 2
    if (secret === undefined || /\s/.test(secret.value)) continue
    pairs += 1
    if (website !== undefined) websites += 1
  }
  const refused = rows.filter(({ row }) => row.kind === 'rejected').length
  return { weight, refused, rows: rows.length, isList: pairs * 2 >= rows.length && (pairs > 1 || websites > 0) }
}

const isBetter = (one: Score, other: Score) =>
  one.weight > other.weight || (one.weight === other.weight && one.refused < other.refused)

/** `raw`: the same as Latin-1 text. */
export type TextSample = { readonly lines: readonly string[]; raw(): string }

export type Found = Detected & Score

/**
 * The best for a sample. Without a credential, a log or a table counts by its keys; `undefined`:
 * none (M-IMPORT-73).
 */
export const detectText = (sample: TextSample): Found | undefined => {
  let best: Found | undefined
  for (const detected of candidatesIn(sample.lines)) {
    const score = scoreOf(detected, sample)
    const counts = score.weight > 0 || (score.rows > 0 && detected.hasKeys === true)
    if (counts && (best === undefined || isBetter(score, best))) best = { ...detected, ...score }
  }
  return best
}

/** By its first signs: rows may come late. */
export const detectDump = (lines: readonly string[]): Detected | undefined => {
  const isJson = JSON_START.test(lines.find((line) => !isBlank(line)) ?? '')
  return candidatesIn(lines).find(({ format }) => format === 'SQL dump' || (isJson && format === 'JSON'))
}

export const formatOfColumns = (columns: string, lines: readonly string[]): Detected => {
  const form = formOfColumns(columns, lines)
  return { format: 'CSV', create: () => ofTable(form) }
}
