import { useState } from 'react'
import { formatNumber } from '../format/format-number.ts'
import { Card } from '../layout/card.tsx'
import { OneLine } from '../layout/one-line.tsx'
import { Pagination } from '../layout/pagination.tsx'
import { SortHeader } from '../tables/sort-header.tsx'

const rows = [
  { email: 'ana@empresa.com.br', leaks: 41, passwords: 12 },
  { email: 'maria.aparecida.de.souza.albuquerque@filial.empresa.com.br', leaks: 1017, passwords: 9 },
  { email: 'joao@empresa.com.br', leaks: 0, passwords: 0 },
]

const nothing = () => undefined

export const Data = () => {
  const [page, setPage] = useState(5)
  return (
    <Card title="Dados">
      <div className="ui-table-scroll">
        <table className="ui-table">
          <thead>
            <tr>
              <SortHeader label="Email" sorted="asc" onSort={nothing} />
              <SortHeader label="Nº Vazamentos" sorted={false} numeric onSort={nothing} />
              <th scope="col" className="ui-table__number">
                Senhas Vazadas
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ email, leaks, passwords }) => (
              <tr key={email}>
                <th scope="row">
                  <OneLine text={email} />
                </th>
                <td className="ui-table__number">{formatNumber(leaks)}</td>
                <td className="ui-table__number">{formatNumber(passwords)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination label="Páginas da tabela" page={page} pages={12} onPage={setPage} />
    </Card>
  )
}
