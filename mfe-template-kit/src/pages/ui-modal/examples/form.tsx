import { Button, Dialog, TextField } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com um campo'

export const Example = () => {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('Relatório semanal')
  const [draft, setDraft] = useState(name)
  const start = () => {
    setDraft(name)
    setOpen(true)
  }
  const save = () => {
    setName(draft.trim() || name)
    setOpen(false)
  }
  return (
    <>
      <p>{name}</p>
      <div className="kit-row">
        <Button onClick={start}>Mudar o nome</Button>
      </div>
      <Dialog
        open={open}
        title="Mudar o nome"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancelar</Button>
            <Button variant="primary" onClick={save}>
              Salvar
            </Button>
          </>
        }
      >
        <TextField label="Nome" value={draft} maxLength={60} onChange={(event) => setDraft(event.target.value)} />
      </Dialog>
    </>
  )
}
