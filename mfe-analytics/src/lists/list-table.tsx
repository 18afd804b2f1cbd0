import type { ReactNode } from 'react'
import { DataTable, type TableColumn, type TableSort } from '@atalaia/ui'
import { useManagementWords } from '../management/management-words.ts'
import { tableColumns, type ListColumn } from './list-column.ts'
import { ListOrder } from './list-order.tsx'

const withOrWithout = (chosen: ReadonlySet<string>, keys: readonly string[], has: boolean): Set<string> => {
  const next = new Set(chosen)
  for (const key of keys) {
    if (has) next.add(key)
    else next.delete(key)
  }
  return next
}

type ListTableProps<Order extends string, Row> = {
  readonly label: string
  readonly chooseAll: string
  readonly columns: readonly ListColumn<Row, Order>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly query: TableSort<Order>
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onSort: (sort: TableSort<Order>) => void
  readonly chooseOne: (row: Row) => string
  readonly renderDetail?: (row: Row) => ReactNode
}

/**
 * Rows with sortable heads and boxes. A narrow page shows ordering and selection above the rows
 * (P-LIST-16).
 */
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
  chooseOne,
  renderDetail,
}: ListTableProps<Order, Row>) => {
  const { t } = useManagementWords()
  const shown = tableColumns(columns, rows)
  const box = (name: string, keys: readonly string[]) => (
    <input
      type="checkbox"
      aria-label={name}
      checked={keys.every((key) => chosen?.has(key))}
      onChange={({ target }) => onChoose(withOrWithout(chosen ?? new Set(), keys, target.checked))}
    />
  )
  const choice: TableColumn<Row, Order> = {
    key: 'choice',
    title: chooseAll,
    head: box(chooseAll, rows.map(keyOf)),
    className: 'analytics-list__choice',
    cell: (row) => box(chooseOne(row), [keyOf(row)]),
  }
  return (
    <div role="region" aria-label={label}>
      <div className="analytics-list__narrow">
        {chosen && (
          <label className="analytics-list__all">
            {box(t('choosePage'), rows.map(keyOf))}
            <span aria-hidden="true">{t('choosePage')}</span>
          </label>
        )}
        <ListOrder columns={shown} query={query} onSort={onSort} />
      </div>
      <DataTable
        className="analytics-list__table"
        columns={[...(chosen ? [choice] : []), ...shown]}
        rows={rows}
        keyOf={keyOf}
        sort={query}
        onSort={onSort}
        {...(renderDetail && { renderDetail })}
      />
    </div>
  )
}
