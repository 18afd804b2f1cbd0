import { formatNumber, OneLine, Pagination, ScrollBox, SortHeader } from '@atalaia/ui'
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

type Order = { readonly by: 'email' | 'leaks'; readonly direction: 'asc' | 'desc' }

const byText = (a: string, b: string) => a.localeCompare(b, 'pt-BR')

export const Example = () => {
  const [{ by, direction }, setOrder] = useState<Order>({ by: 'leaks', direction: 'desc' })
  const [page, setPage] = useState(1)
  const sign = direction === 'asc' ? 1 : -1
  const sorted = rows.toSorted((a, b) => sign * (by === 'email' ? byText(a.email, b.email) : a.leaks - b.leaks))
  const sortBy = (column: Order['by']) => {
    setOrder({ by: column, direction: column === by && direction === 'asc' ? 'desc' : 'asc' })
    setPage(1)
  }
  return (
    <>
      <ScrollBox role="group" label="Endereços por vazamentos">
        <table className="ui-table" aria-label="Endereços por vazamentos">
          <thead>
            <tr>
              <SortHeader label="Email" sorted={by === 'email' && direction} onSort={() => sortBy('email')} />
              <SortHeader
                label="Vazamentos"
                numeric
                sorted={by === 'leaks' && direction}
                onSort={() => sortBy('leaks')}
              />
            </tr>
          </thead>
          <tbody>
            {sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ email, leaks }) => (
              <tr key={email}>
                <th scope="row">
                  <OneLine text={email} />
                </th>
                <td className="ui-table__number">{formatNumber(leaks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Pagination label="Páginas de endereços" page={page} pages={rows.length / PAGE_SIZE} onPage={setPage} />
    </>
  )
}
