import { Card } from '@atalaia/ui'

export const title = 'Com título'

export const Example = () => (
  <Card title="Última análise">
    <p>Doze fontes foram lidas. Nenhum endereço novo apareceu.</p>
  </Card>
)
