import { Button } from '@atalaia/ui'
import { useOverrideReset } from './use-override-reset.ts'

/** Takes all overrides of this browser back; says so when that did not work. */
export const RestoreButton = () => {
  const { status, reset } = useOverrideReset()
  return (
    <>
      <Button variant="secondary" busy={status === 'busy'} busyLabel="Restaurando…" onClick={() => void reset()}>
        Restaurar
      </Button>
      {status === 'failed' && <p role="alert">Não foi possível restaurar. Tente novamente.</p>}
    </>
  )
}
