import { Button, Card, EmptyState, Pagination } from '@atalaia/ui'
import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { KitPage } from '../../kit/kit-page.tsx'
import { columns, features } from './columns.ts'
import { PeopleTable } from './people-table.tsx'
import { people } from './people.ts'
import { filteredBy, sortedBy, type TableView } from './table-view.ts'
import { useTableView } from './use-table-view.ts'
import './dynamic-table.css'

/** The address keeps page, filters and sorting. */
export const Component = () => {
  const { view, change } = useTableView()
  const { rows, total, pages, page, from } = usePeopleTable(view)
  const everything: TableView = { ...view, page: 1, filters: {} }
  return (
    <KitPage
      title="Tabela dinâmica"
      trail={['Tabelas', 'Dinâmica']}
      lead="Pessoas inventadas, filtradas e ordenadas no navegador. O endereço guarda o que está na tela."
    >
      <Card className="kit-table-card">
        <PeopleTable
          view={view}
          rows={rows}
          onSort={(column) => change(sortedBy(view, column), 'push')}
          onFilter={(column, text) => change(filteredBy(view, column, text), 'replace')}
        />
        {total === 0 && (
          <EmptyState
            icon="search"
            title="Ninguém corresponde aos filtros"
            action={<Button onClick={() => change(everything, 'push')}>Limpar filtros</Button>}
          />
        )}
        <div className="kit-table-foot">
          <p role="status">{total === 0 ? 'Nenhuma linha' : `${from + 1} a ${from + rows.length} de ${total}`}</p>
          <Pagination
            label="Páginas da tabela"
            page={page}
            pages={pages}
            onPage={(next) => change({ ...view, page: next }, 'push')}
          />
        </div>
      </Card>
    </KitPage>
  )
}

/** P-KIT-18 */
const PAGE_SIZE = 10

const usePeopleTable = ({ page, sort, filters }: TableView) => {
  const columnFilters = useMemo(
    () => Object.entries(filters).flatMap(([id, value]) => (value ? [{ id, value }] : [])),
    [filters],
  )
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.descending }] : []), [sort])
  const table = useTable({ features, columns, data: people, state: { columnFilters, sorting } })
  const matching = table.getRowModel().rows
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  const from = (shown - 1) * PAGE_SIZE
  const rows = matching.slice(from, from + PAGE_SIZE).map((row) => row.original)
  return { rows, total: matching.length, pages, page: shown, from }
}
