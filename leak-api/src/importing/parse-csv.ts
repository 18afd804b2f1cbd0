import { parse } from 'csv-parse/sync'
import {
  credentialOf,
  isBlank,
  rejected,
  tooLong,
  type LineParser,
  type NumberedLine,
  type ParsedLine,
} from './line-parser.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

/** The separators between the fields of a CSV record. */
export const CSV_SEPARATORS = [',', ';', '\t', '|'] as const

/** The columns of a CSV file; `password` is absent in a file that has none. */
export type CsvLayout = {
  readonly separator: string
  readonly login: number
  readonly password: number | undefined
}

const emailNames = /^(e-?mail|mail|email[ _-]?address|endere[cç]o|e-?mail[ _-]address)$/i
const loginNames = /^(login|user|user ?_?-?name|usu[aá]rio|account)$/i
const passwordNames = /^(password|pass|passwd|pwd|senha|plaintext|password[ _-]?plain)$/i

/** The fields of one record; `undefined` when a quote is not closed. */
const splitRecord = (record: string, separator: string): string[] | undefined => {
  // The parser costs ten times as much, and few lines need it.
  if (!record.includes('"')) return record.split(separator)
  try {
    const records = parse(record, { delimiter: separator, relax_quotes: true, relax_column_count: true })
    return records.length === 1 ? records[0] : undefined
  } catch {
    return undefined
  }
}

const indexOfName = (fields: readonly string[], names: RegExp): number | undefined => {
  const index = fields.findIndex((field) => names.test(field.trim()))
  return index === -1 ? undefined : index
}

/** The layout, if `line` is a header that names a column of logins. */
export const readHeader = (line: string): CsvLayout | undefined => {
  for (const separator of CSV_SEPARATORS) {
    const fields = splitRecord(line, separator)
    if (fields === undefined) continue
    const login = indexOfName(fields, emailNames) ?? indexOfName(fields, loginNames)
    if (login !== undefined) return { separator, login, password: indexOfName(fields, passwordNames) }
  }
  return undefined
}

const parseFields = (fields: readonly string[] | undefined, layout: CsvLayout): ParsedLine => {
  if (fields === undefined) return rejected('quote is not closed')
  const login = fields[layout.login]
  if (login === undefined) return rejected('row has no such column')
  return credentialOf(login, layout.password === undefined ? '' : (fields[layout.password] ?? ''))
}

type Line = { readonly text: string; readonly line: number }

/**
 * Joins the lines of a quoted field. A quote that is never closed must not swallow the file: past
 * {@link MAX_LINE_BYTES} its first line stands alone as broken, and the lines behind it are read anew.
 */
const createRecords = (layout: CsvLayout): LineParser => {
  let open: Line[] = []

  const parsedOf = ({ text, line }: Line, fields: readonly string[] | undefined): NumberedLine => ({
    text,
    line,
    parsed: parseFields(fields, layout),
  })
  const giveUp = (): NumberedLine[] => {
    const [broken, ...behind] = open
    open = []
    return broken === undefined ? [] : [parsedOf(broken, undefined), ...behind.flatMap(addLine)]
  }
  const keepOpen = (line: Line): NumberedLine[] => {
    open.push(line)
    const size = open.reduce((sum, { text }) => sum + text.length + 1, 0)
    return size > MAX_LINE_BYTES ? giveUp() : []
  }
  const addLine = (added: Line): NumberedLine[] => {
    if (open.length > 0 && !added.text.includes('"')) return keepOpen(added)
    const text = [...open, added].map((part) => part.text).join('\n')
    const fields = splitRecord(text, layout.separator)
    if (fields === undefined) return keepOpen(added)
    const line = open[0]?.line ?? added.line
    open = []
    return [parsedOf({ text, line }, fields)]
  }

  return {
    add: (text, line) => addLine({ text, line }),
    rest: () => {
      const lines: NumberedLine[] = []
      while (open.length > 0) lines.push(...giveUp())
      return lines
    },
  }
}

export const createCsvParser = (layout: CsvLayout): LineParser => {
  const records = createRecords(layout)
  let headerSeen = false
  return {
    add: (text, line) => {
      if (isBlank(text)) return []
      if (!headerSeen) {
        headerSeen = true
        return []
      }
      const long = tooLong(text, line)
      return long === undefined ? records.add(text, line) : [long]
    },
    rest: () => records.rest(),
  }
}
