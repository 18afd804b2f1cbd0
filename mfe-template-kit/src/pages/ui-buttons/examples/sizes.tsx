import { Button } from '@atalaia/ui'

export const title = 'Tamanhos'

export const Example = () => (
  <>
    <div className="kit-row">
      <Button size="small">Pequeno</Button>
      <Button>Médio</Button>
    </div>
    <Button variant="primary" block>
      Da largura do lugar
    </Button>
  </>
)
