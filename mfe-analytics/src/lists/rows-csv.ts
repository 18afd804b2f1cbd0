import { neutral, type FileCell, type RowsFile } from './file-columns.ts'

/** Quoted where any spreadsheet might see a separator: what follows it must not become a formula. */
const quoted = (text: string): string => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The rows as a CSV file with a head, in the form that Portuguese spreadsheets open. */
export const rowsCsv = <Row>(
  rows: readonly Row[],
  { columns, date }: Pick<RowsFile<Row>, 'columns' | 'date'>,
): string => {
  const textOf = (cell: FileCell): string => {
    if (cell.kind === 'text') return quoted(neutral(cell.value))
    if (cell.value === null) return ''
    return cell.kind === 'number' ? String(cell.value) : date(cell.value)
  }
  const lines = rows.map((row) => columns.map(({ cell }) => textOf(cell(row))))
  return [columns.map(({ head }) => head), ...lines].map((line) => `${line.join(';')}\r\n`).join('')
}
