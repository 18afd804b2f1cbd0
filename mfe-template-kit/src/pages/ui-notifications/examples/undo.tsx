import { useRemoteContext } from '@atalaia/react'
import { Alert, Button } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com volta'

export const Example = () => {
  const { bus } = useRemoteContext()
  const [archived, setArchived] = useState(false)
  const archive = () => {
    setArchived(true)
    bus.publish('toast:requested', { kind: 'info', text: 'Um relatório foi arquivado.' })
  }
  if (!archived)
    return (
      <div className="kit-row">
        <Button icon="inbox" onClick={archive}>
          Arquivar
        </Button>
      </div>
    )
  return (
    <Alert kind="info">
      <p>Um recado some em 10 segundos: desfazer não pode depender dele.</p>
      <Button size="small" onClick={() => setArchived(false)}>
        Desfazer
      </Button>
    </Alert>
  )
}
