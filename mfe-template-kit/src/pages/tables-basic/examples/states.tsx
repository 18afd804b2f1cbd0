import { Icon } from '@atalaia/ui'
import { ScrollBox } from '../../../kit/scroll-box.tsx'

export const title = 'Com situação e ação'
export const wide = true

const rows = [
  { source: 'Fórum aberto', state: 'Lida', icon: 'check-circle', date: '21/11/2025' },
  { source: 'Mercado fechado', state: 'Atrasada', icon: 'alert-triangle', date: '19/11/2025' },
  { source: 'Arquivo enviado', state: 'Recusada', icon: 'alert-circle', date: '17/11/2025' },
] as const

export const Example = () => (
  <ScrollBox label="Fontes">
    <table className="ui-table" aria-label="Fontes">
      <thead>
        <tr>
          <th scope="col">Fonte</th>
          <th scope="col">Situação</th>
          <th scope="col" className="ui-table__number">
            Última leitura
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, state, icon, date }) => (
          <tr key={source}>
            <th scope="row">{source}</th>
            <td>
              <Icon name={icon} /> {state}
            </td>
            <td className="ui-table__number">{date}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
