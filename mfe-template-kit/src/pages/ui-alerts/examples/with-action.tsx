import { Alert, Button } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com uma ação'

export const Example = () => {
  const [tries, setTries] = useState(1)
  return (
    <Alert kind="warning">
      <p>A fonte não respondeu ({tries === 1 ? '1 tentativa' : `${tries} tentativas`}).</p>
      <Button size="small" icon="refresh" onClick={() => setTries(tries + 1)}>
        Tentar de novo
      </Button>
    </Alert>
  )
}
