import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'

export interface SortHeaderProps {
  label: string
  sorted: 'asc' | 'desc' | false
  /** Aligns numbers right. Default: false. */
  numeric?: boolean
  className?: string | undefined
  onSort: () => void
}

const orders = { asc: 'ascending', desc: 'descending' } as const

/** Column head that sorts. */
export const SortHeader = ({ label, sorted, numeric = false, className, onSort }: SortHeaderProps) => (
  <th scope="col" aria-sort={sorted ? orders[sorted] : 'none'} className={cx(numeric && 'ui-table__number', className)}>
    <button type="button" className="ui-table__sort" onClick={onSort}>
      {label}
      <Icon name={sorted ? (sorted === 'asc' ? 'arrow-up' : 'arrow-down') : 'sort'} />
    </button>
  </th>
)
