import { Button, Dialog } from '@atalaia/ui'
import { useEffect, useState } from 'react'

export const title = 'Que espera o servidor'

/** Simulated request, in milliseconds. */
const WAIT_MS = 1500

export const Example = () => {
  const [state, setState] = useState<'idle' | 'asking' | 'sending' | 'sent'>('idle')
  useEffect(() => {
    if (state !== 'sending') return undefined
    const timer = setTimeout(() => setState('sent'), WAIT_MS)
    return () => clearTimeout(timer)
  }, [state])
  const leave = () => state === 'asking' && setState('idle')
  return (
    <>
      <div className="kit-row">
        <Button icon="mail" onClick={() => setState('asking')}>
          Convidar a equipe
        </Button>
        <span role="status">{state === 'sent' && 'Convites enviados.'}</span>
      </div>
      <Dialog
        open={state === 'asking' || state === 'sending'}
        title="Convidar doze pessoas?"
        onClose={leave}
        actions={
          <>
            <Button aria-disabled={state === 'sending'} onClick={leave}>
              Agora não
            </Button>
            <Button
              variant="primary"
              busy={state === 'sending'}
              busyLabel="Enviando..."
              onClick={() => setState('sending')}
            >
              Convidar
            </Button>
          </>
        }
      >
        Cada uma recebe um endereço que vale por sete dias.
      </Dialog>
    </>
  )
}
