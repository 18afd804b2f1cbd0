import { Button } from '@atalaia/ui'

export const title = 'Simples'
export const wide = true

export const Example = () => (
  <div className="kit-jumbotron">
    <h3>Saiba antes de quem procura.</h3>
    <p>Cada vazamento que cita a sua empresa, no dia em que aparece, com a origem e o que fazer.</p>
    <div className="kit-row">
      <Button variant="primary">Começar</Button>
      <Button variant="ghost">Ver como funciona</Button>
    </div>
  </div>
)
