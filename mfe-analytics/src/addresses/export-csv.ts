import type { ListedAddress } from '@atalaia/contracts'
import { exportColumns, neutral, type ExportCell, type ExportWords } from './columns.ts'

/** Quoted where any spreadsheet might see a separator: what follows it must not become a formula. */
const quoted = (text: string): string => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The rows as a CSV file with a head, in the form that Portuguese spreadsheets open. */
export const addressesCsv = (rows: readonly ListedAddress[], words: ExportWords): string => {
  const columns = exportColumns(words)
  const textOf = (cell: ExportCell): string => {
    if (cell.kind === 'text') return quoted(neutral(cell.value))
    if (cell.value === null) return ''
    return cell.kind === 'number' ? String(cell.value) : words.date(cell.value)
  }
  const lines = rows.map((row) => columns.map(({ cell }) => textOf(cell(row))))
  return [columns.map(({ head }) => head), ...lines].map((line) => `${line.join(';')}\r\n`).join('')
}
