import type { ListedAddress } from '@atalaia/contracts'
import { saveFile, saveText } from '../chart/chart-csv.ts'
import { exportColumns, neutral, type ExportCell, type ExportWords } from './columns.ts'

/** Forms in which the list is saved. */
export const FILE_FORMS = ['csv', 'xlsx'] as const
export type FileForm = (typeof FILE_FORMS)[number]

/** Saves rows as a file. Rejects where the code of a form does not load. */
export const saveRows = async (rows: readonly ListedAddress[], form: FileForm, words: ExportWords): Promise<void> => {
  const { t, day } = words
  const name = `${t('csv.file')}${day && `-${day}`}.${form}`
  if (form === 'csv') return saveText(addressesCsv(rows, words), name, 'text/csv;charset=utf-8')
  const { addressesXlsx } = await import(/* webpackChunkName: "xlsx" */ './export-xlsx.ts')
  saveFile(await addressesXlsx(rows, words), name)
}

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
