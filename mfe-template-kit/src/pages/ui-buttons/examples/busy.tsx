import { Button } from '@atalaia/ui'
import { useEffect, useState } from 'react'

export const title = 'Ocupado e desligado'

export const Example = () => {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setBusy(false), 2000)
    return () => clearTimeout(timer)
  }, [busy])
  return (
    <div className="kit-row">
      <Button variant="primary" busy={busy} busyLabel="Salvando..." onClick={() => setBusy(true)}>
        Salvar
      </Button>
      <Button disabled>Desligado</Button>
    </div>
  )
}
