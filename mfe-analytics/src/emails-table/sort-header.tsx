import { Icon } from '@atalaia/ui'

export type SortHeaderProps = {
  readonly label: string
  readonly sorted: 'asc' | 'desc' | false
  readonly numeric: boolean
  readonly onSort: () => void
}

const words = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column that sorts by it. */
export const SortHeader = ({ label, sorted, numeric, onSort }: SortHeaderProps) => (
  <th scope="col" aria-sort={sorted ? words[sorted] : 'none'} className={numeric ? 'ui-table__number' : undefined}>
    <button type="button" className="ui-table__sort" onClick={onSort}>
      {label}
      <Icon name={sorted ? (sorted === 'asc' ? 'arrow-up' : 'arrow-down') : 'sort'} />
    </button>
  </th>
)
