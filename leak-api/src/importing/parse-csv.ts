import { boundedParser, credentialOf, rejected, type LineParser, type ParsedLine } from './line-parser.ts'
import { splitRecord } from './split-record.ts'

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

const indexOfName = (fields: readonly string[], names: RegExp): number | undefined => {
  const index = fields.findIndex((field) => names.test(field.trim()))
  return index === -1 ? undefined : index
}

/** The layout, if `line` is a header that names a column of logins. */
export const readHeader = (line: string): CsvLayout | undefined => {
  for (const separator of CSV_SEPARATORS) {
    const { fields } = splitRecord(line, separator)
    const login = indexOfName(fields, emailNames) ?? indexOfName(fields, loginNames)
    if (login !== undefined) return { separator, login, password: indexOfName(fields, passwordNames) }
  }
  return undefined
}

const parseFields = (fields: readonly string[], layout: CsvLayout): ParsedLine => {
  const login = fields[layout.login]
  if (login === undefined) return rejected('row has no such column')
  return credentialOf(login, layout.password === undefined ? '' : (fields[layout.password] ?? ''))
}

/** Each line is a row of its own: a row that goes on in the next line would let one quote swallow people. */
export const createCsvParser = (layout: CsvLayout): LineParser => {
  let headerSeen = false
  return boundedParser((line) => {
    if (!headerSeen) {
      headerSeen = true
      return undefined
    }
    const { fields, unclosed } = splitRecord(line, layout.separator)
    return { ...parseFields(fields, layout), unclosed }
  })
}
