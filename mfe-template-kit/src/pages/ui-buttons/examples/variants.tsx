import { Button } from '@atalaia/ui'

export const title = 'Variantes'

export const Example = () => (
  <div className="kit-row">
    <Button variant="primary">Principal</Button>
    <Button>Secundário</Button>
    <Button variant="ghost">Discreto</Button>
    <Button variant="danger">Excluir</Button>
  </div>
)
