import type { TableColumn } from '@atalaia/ui'
import type { FileCell, FileColumn } from './file-columns.ts'

/** In the table, the files, or both. */
export type ListColumn<Row, Order extends string> = Omit<TableColumn<Row, Order>, 'title' | 'cell'> & {
  readonly title: string
  readonly cell?: TableColumn<Row, Order>['cell']
  /** False hides the column when no row of the page has a value. Default: true. */
  readonly isFilled?: (row: Row) => boolean
  /** People's tools know the order: a new column comes last (P-LIST-4). Default: only in the table. */
  readonly file?: { readonly place: number; readonly cell: (row: Row) => FileCell }
}

export const tableColumns = <Row, Order extends string>(
  columns: readonly ListColumn<Row, Order>[],
  rows: readonly Row[],
) =>
  columns.flatMap(({ cell, isFilled = () => true, ...column }) =>
    cell && rows.some((row) => isFilled(row)) ? [{ ...column, cell }] : [],
  )

export const fileColumns = <Row, Order extends string>(
  columns: readonly ListColumn<Row, Order>[],
): readonly FileColumn<Row>[] =>
  columns
    .flatMap(({ title, file }) => (file ? [{ head: title, ...file }] : []))
    .toSorted((one, other) => one.place - other.place)
