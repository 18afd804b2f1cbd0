import type { ListedAddress } from '@atalaia/contracts'
import { saveFile, saveText } from '../chart/chart-csv.ts'
import type { ExportWords } from './columns.ts'
import { addressesCsv } from './export-csv.ts'

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
