import { OneLine, ScrollBox } from '@atalaia/ui'
import { Tag, type Tone } from '../tag.tsx'

export const title = 'Em uma tabela'
export const wide = true

const rows: readonly { email: string; tone: Tone; state: string; leaks: number }[] = [
  { email: 'ana@empresa.com.br', tone: 'danger', state: 'Senha exposta', leaks: 41 },
  { email: 'maria.aparecida.de.souza@filial.empresa.com.br', tone: 'warning', state: 'Em análise', leaks: 7 },
  { email: 'joao@empresa.com.br', tone: 'success', state: 'Nada encontrado', leaks: 0 },
]

export const Example = () => (
  <ScrollBox role="group" label="Endereços com situação">
    <table className="ui-table" aria-label="Endereços com situação">
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Situação</th>
          <th scope="col" className="ui-table__number">
            Vazamentos
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ email, tone, state, leaks }) => (
          <tr key={email}>
            <th scope="row">
              <OneLine text={email} />
            </th>
            <td>
              <Tag tone={tone} look="soft">
                {state}
              </Tag>
            </td>
            <td className="ui-table__number">{leaks}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
