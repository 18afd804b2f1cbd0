import { useState } from 'react'
import { formatNumber } from '../format/format-number.ts'
import { Card } from '../layout/card.tsx'
import { OneLine } from '../layout/one-line.tsx'
import { Pagination } from '../layout/pagination.tsx'
import { DataTable, type TableColumn } from '../tables/data-table.tsx'

const rows = [
  { email: 'ana@empresa.com.br', leaks: 41, passwords: 12 },
  { email: 'maria.aparecida.de.souza.albuquerque@filial.empresa.com.br', leaks: 1017, passwords: 9 },
  { email: 'joao@empresa.com.br', leaks: 0, passwords: 0 },
]

const columns: readonly TableColumn<(typeof rows)[number], 'email' | 'leaks'>[] = [
  {
    key: 'email',
    title: 'Email',
    order: 'email',
    isUpFirst: true,
    isRowHeader: true,
    cell: ({ email }) => <OneLine text={email} />,
  },
  { key: 'leaks', title: 'Nº Vazamentos', order: 'leaks', align: 'end', cell: ({ leaks }) => formatNumber(leaks) },
  { key: 'passwords', title: 'Senhas Vazadas', align: 'end', cell: ({ passwords }) => formatNumber(passwords) },
]

export const Data = () => {
  const [page, setPage] = useState(5)
  return (
    <Card title="Dados">
      <div className="ui-table-scroll">
        <DataTable
          columns={columns}
          rows={rows}
          keyOf={({ email }) => email}
          sort={{ order: 'email', reversed: false }}
          onSort={() => undefined}
        />
      </div>
      <Pagination label="Páginas da tabela" page={page} pages={12} onPage={setPage} />
    </Card>
  )
}
