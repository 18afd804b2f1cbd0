import type { TableColumn } from '@atalaia/ui'
import type { FileCell, FileColumn } from './file-columns.ts'

/** A column of a list: of its table, of its files, or of both. */
export type ListColumn<Row, Order extends string> = Omit<TableColumn<Row, Order>, 'title' | 'cell'> & {
  readonly title: string
  /** Default: the column is in the files alone. */
  readonly cell?: TableColumn<Row, Order>['cell']
  /** Whether a row has something in the column; one that no row of the page has something in is left out. Default: true. */
  readonly isFilled?: (row: Row) => boolean
  /** Its place in the files, which people's own tools know: a new column comes last (P-LIST-4). Default: it is in the table alone. */
  readonly file?: { readonly place: number; readonly cell: (row: Row) => FileCell }
}

/** The columns of the table of some rows, in their order, but those that are empty in all of them. */
export const tableColumns = <Row, Order extends string>(
  columns: readonly ListColumn<Row, Order>[],
  rows: readonly Row[],
) =>
  columns.flatMap(({ cell, isFilled = () => true, ...column }) =>
    cell && rows.some((row) => isFilled(row)) ? [{ ...column, cell }] : [],
  )

/** The columns of the files, by their places. */
export const fileColumns = <Row, Order extends string>(
  columns: readonly ListColumn<Row, Order>[],
): readonly FileColumn<Row>[] =>
  columns
    .flatMap(({ title, file }) => (file ? [{ head: title, ...file }] : []))
    .toSorted((one, other) => one.place - other.place)
