import { isAddress } from '../../base/address.ts'
import { layoutOf, rolesIn, rolesOf, rowOfFields, type Layout, type Role } from './columns.ts'
import { hashTypeOf } from './hash-type.ts'
import { boundedParser, rejected, type LineParser } from './line-parser.ts'
import { splitColumns } from './split-columns.ts'
import { splitRecord } from './split-record.ts'

export const CSV_SEPARATORS = [',', ';', '\t', '|'] as const

export type CsvForm = {
  readonly separator: string
  readonly layout: Layout
  readonly header: boolean
  readonly width: number
  /** Named by a person. */
  readonly columns?: readonly (Role | undefined)[]
}

const isEndereco = (name: string) => /^endere[cç]o$/i.test(name.trim())

const rolesOfNames = (names: readonly string[]): (Role | undefined)[] => {
  const roles = rolesOf(names)
  if (roles.some((role) => role === 'email' || role === 'login' || role === 'username')) return roles
  return names.map((name, index) => (isEndereco(name) ? 'email' : roles[index]))
}

/** `undefined`: no column of logins. */
export const readHeader = (line: string): CsvForm | undefined => {
  for (const separator of CSV_SEPARATORS) {
    const { fields } = splitRecord(line, separator)
    const layout = layoutOf(rolesOfNames(fields))
    if (layout !== undefined && !fields.some(isAddress))
      return { separator, layout, header: true, width: fields.length }
  }
  return undefined
}

export const formOfColumns = (columns: string, lines: readonly string[]): CsvForm => {
  const roles = rolesIn(columns)
  const layout = layoutOf(roles)
  if (layout === undefined) throw new Error('columns: none of them is email, login or username')
  const splits = (separator: string) =>
    lines.filter((line) => splitColumns(line, separator, roles).length === roles.length).length
  const separators = [...CSV_SEPARATORS, ':', ' ']
  const [separator = ','] = separators.toSorted((one, other) => splits(other) - splits(one))
  return { separator, layout, header: false, width: roles.length, columns: roles }
}

const LEAST_SHARE = 0.5

export const formByLooking = (lines: readonly string[]): CsvForm | undefined => {
  for (const separator of CSV_SEPARATORS) {
    const records = lines.map((line) => splitRecord(line, separator).fields)
    const width = Math.max(0, ...records.map(({ length }) => length))
    const isMostly = (index: number, is: (field: string) => boolean) =>
      records.filter((fields) => is((fields[index] ?? '').trim())).length > records.length * LEAST_SHARE
    const roles = Array.from({ length: width }, (_none, index): Role | undefined => {
      if (isMostly(index, isAddress)) return 'email'
      return isMostly(index, (field) => hashTypeOf(field) !== undefined) ? 'hash' : undefined
    })
    const layout = layoutOf(roles)
    if (width > 2 && layout !== undefined) return { separator, layout, header: false, width }
  }
  return undefined
}

export const createCsvParser = ({ separator, layout, header, columns }: CsvForm): LineParser => {
  let headerSeen = !header
  const first = Math.min(...layout.logins)
  return boundedParser((line) => {
    if (!headerSeen) {
      headerSeen = true
      return undefined
    }
    const { fields, unclosed } = splitRecord(line, separator)
    const isOther = columns !== undefined && (separator === ':' || fields.length > columns.length)
    const all = isOther ? splitColumns(line, separator, columns) : fields
    if (all.length <= first) return { ...rejected('row has no such column'), unclosed }
    return { ...rowOfFields(all, layout), unclosed }
  })
}
