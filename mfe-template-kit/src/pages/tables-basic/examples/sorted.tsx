import { DataTable, formatNumber, OneLine, Pagination, ScrollBox, type TableColumn, type TableSort } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com ordem e páginas'
export const wide = true

const rows = [
  { email: 'ana@empresa.com.br', leaks: 41 },
  { email: 'maria.aparecida.de.souza.albuquerque@filial.empresa.com.br', leaks: 1017 },
  { email: 'joao@empresa.com.br', leaks: 0 },
  { email: 'lia@empresa.com.br', leaks: 8 },
]
const PAGE_SIZE = 2

type Row = (typeof rows)[number]

const orders = {
  email: (a: Row, b: Row) => a.email.localeCompare(b.email, 'pt-BR'),
  leaks: (a: Row, b: Row) => b.leaks - a.leaks,
}
const columns: readonly TableColumn<Row, keyof typeof orders>[] = [
  {
    key: 'email',
    title: 'Email',
    order: 'email',
    isUpFirst: true,
    isRowHeader: true,
    cell: ({ email }) => <OneLine text={email} />,
  },
  { key: 'leaks', title: 'Vazamentos', order: 'leaks', align: 'end', cell: ({ leaks }) => formatNumber(leaks) },
]

export const Example = () => {
  const [sort, setSort] = useState<TableSort<keyof typeof orders>>({ order: 'leaks', reversed: false })
  const [page, setPage] = useState(1)
  const sorted = rows.toSorted(orders[sort.order])
  return (
    <>
      <ScrollBox role="group" label="Endereços por vazamentos">
        <DataTable
          aria-label="Endereços por vazamentos"
          columns={columns}
          rows={(sort.reversed ? sorted.toReversed() : sorted).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          keyOf={({ email }) => email}
          sort={sort}
          onSort={(next) => {
            setSort(next)
            setPage(1)
          }}
        />
      </ScrollBox>
      <Pagination label="Páginas de endereços" page={page} pages={rows.length / PAGE_SIZE} onPage={setPage} />
    </>
  )
}
