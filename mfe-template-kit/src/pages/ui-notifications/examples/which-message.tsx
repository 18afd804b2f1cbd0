import { ScrollBox } from '@atalaia/ui'

export const title = 'Recado, alerta ou janela?'
export const wide = true

const rows = [
  { when: 'A ação deu certo, e nada mais há a fazer', part: 'Recado (toast:requested)', stays: '10 segundos' },
  { when: 'Algo falhou, e há o que fazer', part: 'Alert ou ErrorState, no lugar da falha', stays: 'até ser resolvido' },
  { when: 'Um campo está errado', part: 'error do TextField', stays: 'até ser corrigido' },
  { when: 'A página não segue sem resposta', part: 'Dialog', stays: 'até a resposta' },
  { when: 'Uma lista está vazia', part: 'EmptyState', stays: 'até haver algo' },
]

export const Example = () => (
  <ScrollBox role="group" label="Que mensagem usar">
    <table className="ui-table" aria-label="Que mensagem usar">
      <thead>
        <tr>
          <th scope="col">Quando</th>
          <th scope="col">Use</th>
          <th scope="col">Fica</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ when, part, stays }) => (
          <tr key={when}>
            <th scope="row">{when}</th>
            <td>{part}</td>
            <td>{stays}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
