import { Button, Icon, ScrollBox, type IconName } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com situação e ação'
export const wide = true

type State = 'Lida' | 'Atrasada' | 'Recusada'

const icons: Readonly<Record<State, IconName>> = {
  Lida: 'check-circle',
  Atrasada: 'alert-triangle',
  Recusada: 'alert-circle',
}

const sources: readonly { source: string; state: State; date: string }[] = [
  { source: 'Fórum aberto', state: 'Lida', date: '21/11/2025' },
  { source: 'Mercado fechado', state: 'Atrasada', date: '19/11/2025' },
  { source: 'Arquivo enviado', state: 'Recusada', date: '17/11/2025' },
]

export const Example = () => {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const rows = sources.map((row) => (read.has(row.source) ? { ...row, state: 'Lida' as const } : row))
  return (
    <ScrollBox role="group" label="Fontes">
      <table className="ui-table" aria-label="Fontes">
        <thead>
          <tr>
            <th scope="col">Fonte</th>
            <th scope="col">Situação</th>
            <th scope="col" className="ui-table__number">
              Última leitura
            </th>
            <th scope="col">Ação</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ source, state, date }) => (
            <tr key={source}>
              <th scope="row">{source}</th>
              <td>
                <Icon name={icons[state]} /> {state}
              </td>
              <td className="ui-table__number">{date}</td>
              <td>
                <Button
                  size="small"
                  aria-label={`Ler ${source}`}
                  disabled={state === 'Lida'}
                  onClick={() => setRead((before) => new Set(before).add(source))}
                >
                  Ler
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
