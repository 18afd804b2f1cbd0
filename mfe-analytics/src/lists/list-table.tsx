import { ScrollBox, SortHeader } from '@atalaia/ui'
import type { ReactNode } from 'react'
import type { ListQuery } from './list-query.ts'

/** The chosen keys with or without some. */
const withOrWithout = (chosen: ReadonlySet<string>, keys: readonly string[], has: boolean): Set<string> => {
  const next = new Set(chosen)
  for (const key of keys) {
    if (has) next.add(key)
    else next.delete(key)
  }
  return next
}

/** A column of a list. One with an `order` is sorted by it. */
export type Column<Order extends string> = {
  readonly label: string
  readonly order?: Order
  readonly numeric?: boolean
  /** Sorted from the smallest on at first. Default: from the greatest. */
  readonly isUpFirst?: boolean
}

type ListTableProps<Order extends string, Row> = {
  readonly label: string
  /** Names the box that chooses all rows. */
  readonly chooseAll: string
  readonly columns: readonly Column<Order>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly query: ListQuery<Order>
  /** Keys; `undefined`: rows cannot be chosen. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onSort: (sorted: { readonly order: Order; readonly reversed: boolean }) => void
  /** The cells of a row, behind the box that chooses it. */
  readonly renderCells: (row: Row) => ReactNode
  /** Names that box. */
  readonly chooseOne: (row: Row) => string
}

/** The rows of a list, which are sorted by the heads of its columns, and chosen by the boxes before them. */
export const ListTable = <Order extends string, Row>({
  label,
  chooseAll,
  columns,
  rows,
  keyOf,
  query,
  chosen,
  onChoose,
  onSort,
  renderCells,
  chooseOne,
}: ListTableProps<Order, Row>) => {
  const keys = rows.map(keyOf)
  const box = (name: string, which: readonly string[]) => (
    <input
      type="checkbox"
      aria-label={name}
      checked={which.every((key) => chosen?.has(key))}
      onChange={({ target }) => onChoose(withOrWithout(chosen ?? new Set(), which, target.checked))}
    />
  )
  const head = ({ label: name, order, numeric, isUpFirst = false }: Column<Order>) => {
    if (order === undefined)
      return (
        <th key={name} scope="col">
          {name}
        </th>
      )
    const isSorted = query.order === order
    return (
      <SortHeader
        key={name}
        label={name}
        numeric={numeric ?? false}
        sorted={isSorted && (isUpFirst === query.reversed ? 'desc' : 'asc')}
        onSort={() => onSort({ order, reversed: isSorted && !query.reversed })}
      />
    )
  }
  return (
    <ScrollBox label={label}>
      <table className="ui-table analytics-list__table">
        <thead>
          <tr>
            {chosen && (
              <th scope="col" className="analytics-list__choice">
                {box(chooseAll, keys)}
              </th>
            )}
            {columns.map(head)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {chosen && <td className="analytics-list__choice">{box(chooseOne(row), [keyOf(row)])}</td>}
              {renderCells(row)}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
