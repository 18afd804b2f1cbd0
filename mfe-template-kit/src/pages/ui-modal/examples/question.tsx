import { Button, Dialog } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Pergunta'

export const Example = () => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <div className="kit-row">
        <Button onClick={() => setOpen(true)}>Abrir a pergunta</Button>
      </div>
      <Dialog
        open={open}
        title="Enviar o relatório agora?"
        onClose={close}
        actions={
          <>
            <Button variant="ghost" onClick={close}>
              Depois
            </Button>
            <Button variant="primary" onClick={close}>
              Enviar
            </Button>
          </>
        }
      >
        Três pessoas da equipe vão recebê-lo por email.
      </Dialog>
    </>
  )
}
