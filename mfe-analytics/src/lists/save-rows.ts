import { saoPauloDay } from '@atalaia/contracts'
import { csvText } from '@atalaia/contracts/spreadsheet'
import { saveFile, saveText } from '../controls/save-file.ts'
import type { FileCell, FileForm, RowsFile } from './file-columns.ts'

const MAX_NAME = 40

/** `casos-2026-11-28-acme`: the list, the São Paulo day and the organisation, without what file systems refuse (P-LIST-17). */
export const fileName = (list: string, at: Date, organisation = ''): string => {
  const plain = organisation
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-|-$/g, '')
  return [list, saoPauloDay(at), plain].filter(Boolean).join('-')
}

export const saveRows = async <Row>(rows: readonly Row[], form: FileForm, file: RowsFile<Row>): Promise<void> => {
  const name = `${file.name}.${form}`
  if (form === 'csv') return saveText(rowsCsv(rows, file), name, 'text/csv;charset=utf-8')
  const { rowsXlsx } = await import(/* webpackChunkName: "xlsx" */ './rows-xlsx.ts')
  saveFile(await rowsXlsx(rows, file), name)
}

export type SaveRows = typeof saveRows

/** In the form of Portuguese spreadsheets. */
export const rowsCsv = <Row>(
  rows: readonly Row[],
  { columns, date }: Pick<RowsFile<Row>, 'columns' | 'date'>,
): string => {
  const textOf = (cell: FileCell): string => {
    if (cell.kind === 'text') return csvText(cell.value)
    if (cell.value === null) return ''
    return cell.kind === 'number' ? String(cell.value) : date(cell.value)
  }
  const lines = rows.map((row) => columns.map(({ cell }) => textOf(cell(row))))
  return [columns.map(({ head }) => head), ...lines].map((line) => `${line.join(';')}\r\n`).join('')
}
