import { Button, Dialog } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Ação sem volta'

export const Example = () => {
  const [state, setState] = useState<'there' | 'asking' | 'removed'>('there')
  const keep = () => setState('there')
  if (state === 'removed') return <Button onClick={keep}>Trazer de volta</Button>
  return (
    <>
      <div className="kit-row">
        <Button variant="danger" icon="trash" onClick={() => setState('asking')}>
          Excluir a fonte
        </Button>
      </div>
      <Dialog
        open={state === 'asking'}
        title="Excluir a fonte?"
        onClose={keep}
        actions={
          <>
            <Button onClick={keep}>Manter</Button>
            <Button variant="danger" onClick={() => setState('removed')}>
              Excluir
            </Button>
          </>
        }
      >
        O histórico dela deixa de aparecer nos relatórios.
      </Dialog>
    </>
  )
}
