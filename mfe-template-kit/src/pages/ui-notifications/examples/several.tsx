import { useRemoteContext } from '@atalaia/react'
import { Button } from '@atalaia/ui'

export const title = 'Várias de uma vez'

const sources = ['Fórum aberto', 'Mercado fechado', 'Arquivo enviado']

export const Example = () => {
  const { bus } = useRemoteContext()
  const readAll = () => {
    for (const source of sources) bus.publish('toast:requested', { kind: 'info', text: `${source}: leitura começou.` })
  }
  return (
    <>
      <p className="kit-note">Ficam uma sobre a outra, e cada uma tem o seu tempo.</p>
      <div className="kit-row">
        <Button onClick={readAll}>Ler três fontes</Button>
      </div>
    </>
  )
}
