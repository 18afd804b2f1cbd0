import { Icon, type IconName } from '@atalaia/ui'
import { columnLabels, type ColumnId } from './column-ids.ts'
import type { TableView } from './table-view.ts'

type SortHeaderProps = {
  readonly column: ColumnId
  readonly sort: TableView['sort']
  readonly onSort: () => void
}

/** A column's head, which sorts: ascending, descending, not at all. */
export const SortHeader = ({ column, sort, onSort }: SortHeaderProps) => {
  const order = sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : 'none'
  return (
    <th scope="col" aria-sort={order} className={column === 'idade' ? 'kit-table__number ui-table__number' : undefined}>
      <button type="button" className="ui-table__sort" onClick={onSort}>
        {columnLabels[column]}
        <Icon name={icons[order]} />
      </button>
    </th>
  )
}

const icons: Readonly<Record<'ascending' | 'descending' | 'none', IconName>> = {
  ascending: 'arrow-up',
  descending: 'arrow-down',
  none: 'sort',
}
