import { Button, Dialog, Icon } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Resultado'

export const Example = () => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <div className="kit-row">
        <Button onClick={() => setOpen(true)}>Terminar a importação</Button>
      </div>
      <Dialog
        open={open}
        title="Importação terminada"
        onClose={close}
        actions={
          <Button variant="primary" onClick={close}>
            Entendi
          </Button>
        }
      >
        <p className="kit-result">
          <Icon name="check-circle" size={20} /> 1.284 linhas foram lidas; nenhuma foi recusada.
        </p>
      </Dialog>
    </>
  )
}
