import { Alert, Button, Dialog } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com a falha dentro'

export const Example = () => {
  const [open, setOpen] = useState(false)
  const [tries, setTries] = useState(0)
  const start = () => {
    setTries(0)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <div className="kit-row">
        <Button onClick={start}>Ligar uma conta</Button>
      </div>
      <Dialog
        open={open}
        title="Ligar a conta da empresa?"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Desistir</Button>
            <Button variant="primary" onClick={() => (tries === 0 ? setTries(1) : close())}>
              {tries === 0 ? 'Ligar' : 'Tentar outra vez'}
            </Button>
          </>
        }
      >
        <p>A janela fica, com o que foi escrito, até dar certo ou até que a pessoa desista.</p>
        {tries > 0 && <Alert kind="danger">O provedor não respondeu.</Alert>}
      </Dialog>
    </>
  )
}
