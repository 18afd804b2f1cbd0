import { SortHeader, VisuallyHidden } from '@atalaia/ui'
import { columnIds, columnLabels, type ColumnId } from './column-ids.ts'
import type { Person } from './people.ts'
import type { TableView } from './table-view.ts'

type PeopleTableProps = {
  readonly view: TableView
  readonly rows: readonly Person[]
  readonly onSort: (column: ColumnId) => void
  readonly onFilter: (column: ColumnId, text: string) => void
}

export const PeopleTable = ({ view, rows, onSort, onFilter }: PeopleTableProps) => (
  <div className="ui-table-scroll">
    <table className="ui-table kit-table">
      <caption>
        <VisuallyHidden>Pessoas</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columnIds.map((column) => (
            <SortHeader
              key={column}
              label={columnLabels[column]}
              sorted={view.sort?.column === column && (view.sort.descending ? 'desc' : 'asc')}
              numeric={column === 'idade'}
              className={column === 'idade' ? 'kit-table__number' : undefined}
              onSort={() => onSort(column)}
            />
          ))}
        </tr>
        <tr>
          {columnIds.map((column) => (
            <td key={column} className={column === 'idade' ? 'kit-table__number ui-table__number' : undefined}>
              <input
                type="search"
                className="form-control form-control-sm"
                aria-label={`Filtrar por ${columnLabels[column]}`}
                placeholder="Filtrar"
                value={view.filters[column] ?? ''}
                onChange={(event) => onFilter(column, event.target.value)}
              />
            </td>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((person) => (
          <tr key={person.id}>
            <th scope="row">{person.name}</th>
            <td>{person.role}</td>
            <td>{person.city}</td>
            <td className="ui-table__number">{person.age}</td>
            <td>{person.status}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
