import { saoPauloDay } from '@atalaia/contracts'
import { spreadsheetText } from '@atalaia/contracts/spreadsheet'
import writeXlsxFile, { type Cell, type Feature } from 'write-excel-file/universal'
import type { FileCell, RowsFile } from './file-columns.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const WIDTHS = { text: 28, number: 12, day: 14 } as const

/** Workbook days have no zone: UTC midnight represents the São Paulo day. */
const midnightOf = (iso: string): Date => new Date(DAY.test(iso) ? iso : saoPauloDay(new Date(iso)))

const cellOf = (cell: FileCell): Cell => {
  if (cell.kind === 'text') return cell.value === '' ? null : { type: String, value: spreadsheetText(cell.value) }
  if (cell.value === null) return null
  if (cell.kind === 'number') return { type: Number, value: cell.value }
  return { type: Date, value: midnightOf(cell.value), format: 'dd/mm/yyyy' }
}

/** The letters of a column, from 1 on: 'A', 'Z', 'AA'. */
const lettersOf = (column: number): string =>
  column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCodePoint(65 + ((column - 1) % 26))

/** Filters in the head of the table; in the order of a sheet's elements they follow its data (ECMA-376 part 1, 18.3.1.99). */
const autoFilter = (columns: number, rows: number): Feature<Blob> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml) =>
          xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${lettersOf(columns)}${rows + 1}"/>`),
      },
    },
  },
})

/** The rows as a workbook with a head that stays and filters: numbers are numbers, days are days, and nothing is a formula. */
export const rowsXlsx = <Row>(rows: readonly Row[], { columns }: Pick<RowsFile<Row>, 'columns'>): Promise<Blob> => {
  const [first] = rows
  const head = columns.map((column): Cell => ({ type: String, value: column.head, fontWeight: 'bold' }))
  const lines = rows.map((row) => columns.map(({ cell }) => cellOf(cell(row))))
  const widths = columns.map(({ cell }) => ({ width: first === undefined ? WIDTHS.text : WIDTHS[cell(first).kind] }))
  return writeXlsxFile(
    [head, ...lines],
    { columns: widths, stickyRowsCount: 1 },
    {
      features: [autoFilter(columns.length, rows.length)],
    },
  ).toBlob()
}
