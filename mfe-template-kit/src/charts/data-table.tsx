import { formatNumber } from '@atalaia/ui'
import type { ChartData } from './chart-data.ts'

type DataTableProps = { readonly label: string; readonly data: ChartData }

const isNumber = (value: string | number | undefined) => typeof value === 'number'

export const DataTable = ({ label, data: { columns, rows } }: DataTableProps) => {
  const numeric = columns.map((_, index) => isNumber(rows[0]?.[index]))
  const className = (index: number) => (numeric[index] ? 'ui-table__number' : undefined)
  return (
    // Scrolls in its own box, by keyboard too.
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex
    <div
      className="ui-table-scroll ui-chart kit-chart__table"
      role="region"
      aria-label={`Tabela: ${label}`}
      tabIndex={0}
    >
      <table className="ui-table">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={className(index)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* By place: two rows may have one name, as two points within a second. */}
          {rows.map(([name = '', ...values], at) => (
            <tr key={at}>
              <th scope="row" className={className(0)}>
                {name}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className={className(index + 1)}>
                  {typeof value === 'number' ? formatNumber(value) : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
