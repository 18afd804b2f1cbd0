import { useRemoteContext } from '@atalaia/react'
import { Alert, Button } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Falha, com o caminho na página'

export const Example = () => {
  const { bus } = useRemoteContext()
  const [tries, setTries] = useState(0)
  const send = () => {
    setTries(tries + 1)
    bus.publish(
      'toast:requested',
      tries === 0
        ? { kind: 'error', text: 'O envio falhou.' }
        : { kind: 'success', text: 'Enviado na segunda tentativa.' },
    )
  }
  if (tries === 1)
    return (
      <Alert kind="danger">
        <p>O recado passa; o que se pode fazer fica aqui.</p>
        <Button size="small" icon="refresh" onClick={send}>
          Enviar de novo
        </Button>
      </Alert>
    )
  return (
    <div className="kit-row">
      <Button icon="mail" onClick={tries === 0 ? send : () => setTries(0)}>
        {tries === 0 ? 'Enviar e falhar' : 'Recomeçar'}
      </Button>
    </div>
  )
}
