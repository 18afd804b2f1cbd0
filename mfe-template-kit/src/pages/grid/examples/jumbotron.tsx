import { Widget } from '@atalaia/ui'

export const title = 'Jumbotron'

export const Example = () => (
  <Widget title={title}>
    <div className="kit-hero">
      <p className="kit-hero__title">Uma torre, muitos olhos</p>
      <p>Abra em tela cheia para ler de longe. Escape ou o mesmo botão restaura o tamanho.</p>
    </div>
  </Widget>
)
