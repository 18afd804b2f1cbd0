import { Alert, Button } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Que pode ser fechado'

export const Example = () => {
  const [open, setOpen] = useState(true)
  if (!open) return <Button onClick={() => setOpen(true)}>Mostrar de novo</Button>
  return (
    <Alert kind="info" onDismiss={() => setOpen(false)}>
      Uma nova fonte de dados foi incluída.
    </Alert>
  )
}
