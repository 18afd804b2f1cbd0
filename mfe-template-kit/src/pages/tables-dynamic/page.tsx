import { Button, Card, EmptyState, Pagination } from '@atalaia/ui'
import { KitPage } from '../../kit/kit-page.tsx'
import { PeopleTable } from './people-table.tsx'
import { filteredBy, sortedBy, type TableView } from './table-view.ts'
import { usePeopleTable } from './use-people-table.ts'
import { useTableView } from './use-table-view.ts'
import './dynamic-table.css'

/** /app/tables/dynamic: paging by 10, a filter a column, sorting; the state stands in the address. */
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
