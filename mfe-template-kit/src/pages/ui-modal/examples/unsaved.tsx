import { Alert, Button, Dialog, TextField } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Que não perde o que foi escrito'

export const Example = () => {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const [warned, setWarned] = useState(false)
  const close = () => {
    setOpen(false)
    setDraft('')
    setWarned(false)
  }
  /** With text, the first Escape warns; the second closes. */
  const leave = () => (draft && !warned ? setWarned(true) : close())
  return (
    <>
      <div className="kit-row">
        <Button onClick={() => setOpen(true)}>Escrever uma observação</Button>
      </div>
      <Dialog
        open={open}
        title="Observação"
        onClose={leave}
        actions={
          <>
            <Button onClick={leave}>{warned ? 'Descartar' : 'Fechar sem guardar'}</Button>
            <Button variant="primary" onClick={close}>
              Guardar a observação
            </Button>
          </>
        }
      >
        <TextField label="Texto" value={draft} maxLength={120} onChange={(event) => setDraft(event.target.value)} />
        {warned && <Alert kind="warning">O texto ainda não foi guardado.</Alert>}
      </Dialog>
    </>
  )
}
