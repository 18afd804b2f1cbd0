import { saveFile, saveText } from '../chart/chart-csv.ts'
import type { FileForm, RowsFile } from './file-columns.ts'
import { rowsCsv } from './rows-csv.ts'

/** Saves rows as a file. Rejects where the code of a form does not load. */
export const saveRows = async <Row>(rows: readonly Row[], form: FileForm, file: RowsFile<Row>): Promise<void> => {
  const name = `${file.name}.${form}`
  if (form === 'csv') return saveText(rowsCsv(rows, file), name, 'text/csv;charset=utf-8')
  const { rowsXlsx } = await import(/* webpackChunkName: "xlsx" */ './rows-xlsx.ts')
  saveFile(await rowsXlsx(rows, file), name)
}

export type SaveRows = typeof saveRows
