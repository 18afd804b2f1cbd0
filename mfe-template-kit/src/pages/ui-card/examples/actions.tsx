import { Button, Card } from '@atalaia/ui'

export const title = 'Com ações'

export const Example = () => (
  <Card title="Convite pendente">
    <p>Lia Monteiro pediu acesso à organização.</p>
    <div className="kit-row">
      <Button variant="primary">Aceitar</Button>
      <Button variant="ghost">Recusar</Button>
    </div>
  </Card>
)
