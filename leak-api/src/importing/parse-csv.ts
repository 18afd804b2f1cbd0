import { parse } from 'csv-parse/sync'
import { credentialOf, rejected, type ParsedLine } from './credential.ts'

/** Where a CSV file keeps what we look for; `password` is absent in a file that has none. */
export type CsvLayout = {
  readonly delimiter: string
  readonly login: number
  readonly password: number | undefined
}

const delimiters = [',', ';', '\t', '|'] as const
const emailNames = /^(e-?mail|mail|email[ _-]?address|endere[cç]o|e-?mail[ _-]address)$/i
const loginNames = /^(login|user|user ?_?-?name|usu[aá]rio|account)$/i
const passwordNames = /^(password|pass|passwd|pwd|senha|plaintext|password[ _-]?plain)$/i

/** The fields of one record; `undefined` when its quotes make no sense. */
export const splitRecord = (record: string, delimiter: string): string[] | undefined => {
  // The parser costs ten times as much, and few lines need it.
  if (!record.includes('"')) return record.split(delimiter)
  try {
    const records = parse(record, { delimiter, relax_quotes: true, relax_column_count: true })
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
  for (const delimiter of delimiters) {
    const fields = splitRecord(line, delimiter)
    if (fields === undefined) continue
    const login = indexOfName(fields, emailNames) ?? indexOfName(fields, loginNames)
    if (login !== undefined) return { delimiter, login, password: indexOfName(fields, passwordNames) }
  }
  return undefined
}

export const parseFields = (fields: readonly string[] | undefined, layout: CsvLayout): ParsedLine => {
  if (fields === undefined) return rejected('quote is not closed')
  const login = fields[layout.login]
  if (login === undefined) return rejected('row has no such column')
  return credentialOf(login, layout.password === undefined ? '' : (fields[layout.password] ?? ''))
}
