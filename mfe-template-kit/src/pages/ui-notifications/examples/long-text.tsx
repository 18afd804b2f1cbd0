import { useRemoteContext } from '@atalaia/react'
import { Button } from '@atalaia/ui'

export const title = 'Texto longo e endereço sem espaços'

const text =
  'O relatório de novembro foi gerado para maria.aparecida.de.souza.albuquerque@filial.empresa.com.br e fica disponível por 30 dias.'

export const Example = () => {
  const { bus } = useRemoteContext()
  return (
    <div className="kit-row">
      <Button onClick={() => bus.publish('toast:requested', { kind: 'success', text })}>Gerar para a filial</Button>
    </div>
  )
}
