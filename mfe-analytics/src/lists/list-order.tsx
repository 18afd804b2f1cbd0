import type { TableColumn, TableSort } from '@atalaia/ui'
import { SelectField } from '../controls/select-field.tsx'
import { useManagementWords } from '../management/management-words.ts'

type ListOrderProps<Order extends string> = {
  readonly columns: readonly Pick<TableColumn<never, Order>, 'title' | 'order' | 'isUpFirst'>[]
  readonly query: TableSort<Order>
  readonly onSort: (sort: TableSort<Order>) => void
}

/** The order of a list on a narrow page, whose rows have no heads (P-LIST-16). */
export const ListOrder = <Order extends string>({ columns, query, onSort }: ListOrderProps<Order>) => {
  const { t } = useManagementWords()
  const orders = columns.flatMap(({ title, order, isUpFirst = false }) =>
    order === undefined
      ? []
      : [false, true].map((reversed) => ({
          order,
          reversed,
          value: `${order} ${reversed}`,
          label: `${title} ${isUpFirst === reversed ? '↓' : '↑'}`,
        })),
  )
  const value = `${query.order} ${query.reversed}`
  return (
    <SelectField
      label={t('order')}
      value={value}
      options={orders.some((one) => one.value === value) ? orders : [{ value, label: '' }, ...orders]}
      onChange={(chosen) => {
        const sort = orders.find((one) => one.value === chosen)
        if (sort) onSort({ order: sort.order, reversed: sort.reversed })
      }}
    />
  )
}
