import { Fragment, type ComponentProps, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { SortHeader } from './sort-header.tsx'

/** Attributes by row. */
export interface CellAttributes {
  className?: string | undefined
  title?: string | undefined
}

/** Head and cells of a column. */
export interface TableColumn<Row, Order extends string = string> {
  /** Unique in the table. */
  readonly key: string
  readonly title: string
  /** Replaces the title in the head. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Cells are heads of their rows. Default: false. */
  readonly isRowHeader?: boolean
  /** Sort order by the head. Default: none. */
  readonly order?: Order
  /** True: smallest first. Default: greatest first. */
  readonly isUpFirst?: boolean
  /** `end` for numbers. Default: `start`. */
  readonly align?: 'start' | 'end'
  /** Puts the title into `data-label`, for narrow pages' cards. Default: false. */
  readonly hasLabel?: boolean
  /** For head and cells. */
  readonly className?: string
  readonly attributes?: (row: Row) => CellAttributes
}

/** `reversed`: against the first direction. */
export interface TableSort<Order extends string = string> {
  readonly order: Order
  readonly reversed: boolean
}

export interface DataTableProps<Row, Order extends string = string> extends Omit<ComponentProps<'table'>, 'children'> {
  columns: readonly TableColumn<Row, Order>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  renderDetail?: (row: Row) => ReactNode
  caption?: ReactNode
  /** Present order. */
  sort?: TableSort<Order>
  /** Called with the order that the head of a column leads to. Default: the heads sort nothing. */
  onSort?: (sort: TableSort<Order>) => void
}

/** Makes heads and cells from one array of columns. Further props: `table`'s. */
export const DataTable = <Row, Order extends string = string>({
  columns,
  rows,
  keyOf,
  rowClassName,
  renderDetail,
  caption,
  sort,
  onSort,
  className,
  ...table
}: DataTableProps<Row, Order>) => (
  <table {...table} className={cx('ui-table', className)}>
    {caption !== undefined && <caption>{caption}</caption>}
    <thead>
      <tr>{columns.map((column) => headOf(column, sort, onSort))}</tr>
    </thead>
    <tbody>
      {rows.map((row) => {
        const detail = renderDetail?.(row)
        return (
          <Fragment key={keyOf(row)}>
            <tr className={rowClassName?.(row)}>{columns.map((column) => cellOf(column, row))}</tr>
            {detail !== undefined && (
              <tr className="ui-table__detail">
                <td colSpan={columns.length}>{detail}</td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  </table>
)

const headOf = <Row, Order extends string>(
  { key, title, head = title, order, isUpFirst = false, align, className }: TableColumn<Row, Order>,
  sort: TableSort<Order> | undefined,
  onSort: DataTableProps<Row, Order>['onSort'],
) => {
  if (order === undefined || onSort === undefined)
    return (
      <th key={key} scope="col" className={classOf(align, className)}>
        {head}
      </th>
    )
  const isSorted = sort?.order === order
  return (
    <SortHeader
      key={key}
      label={title}
      numeric={align === 'end'}
      className={className}
      sorted={isSorted && (isUpFirst === sort.reversed ? 'desc' : 'asc')}
      onSort={() => onSort({ order, reversed: isSorted && !sort.reversed })}
    />
  )
}

const cellOf = <Row, Order extends string>(
  { key, title, cell, isRowHeader = false, align, hasLabel = false, className, attributes }: TableColumn<Row, Order>,
  row: Row,
) => {
  const own = attributes?.(row)
  const Cell = isRowHeader ? 'th' : 'td'
  return (
    <Cell
      key={key}
      scope={isRowHeader ? 'row' : undefined}
      data-label={hasLabel ? title : undefined}
      {...own}
      className={classOf(align, className, own?.className)}
    >
      {cell(row)}
    </Cell>
  )
}

const classOf = (align: 'start' | 'end' | undefined, ...names: (string | undefined)[]) =>
  cx(align === 'end' && 'ui-table__number', ...names) || undefined
