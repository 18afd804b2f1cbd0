import { useRemoteContext } from '@atalaia/react'
import { Button } from '@atalaia/ui'
import { useEffect, useState } from 'react'

export const title = 'Depois de uma ação'

/** Simulated request, in milliseconds. */
const WAIT_MS = 1200

export const Example = () => {
  const { bus } = useRemoteContext()
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    if (!saving) return undefined
    const timer = setTimeout(() => {
      setSaving(false)
      bus.publish('toast:requested', { kind: 'success', text: 'Preferências guardadas.' })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [saving, bus])
  return (
    <div className="kit-row">
      <Button variant="primary" busy={saving} busyLabel="Guardando..." onClick={() => setSaving(true)}>
        Guardar preferências
      </Button>
    </div>
  )
}
