import { Button, Dialog } from '@atalaia/ui'
import { useId, useState } from 'react'

export const title = 'Com uma escolha'

const formats = ['CSV', 'PDF', 'Planilha']

export const Example = () => {
  const name = useId()
  const [open, setOpen] = useState(false)
  const [format, setFormat] = useState('CSV')
  const [done, setDone] = useState('')
  const close = () => setOpen(false)
  const save = () => {
    setDone(`Exportado em ${format}.`)
    close()
  }
  return (
    <>
      <div className="kit-row">
        <Button icon="download" onClick={() => setOpen(true)}>
          Exportar
        </Button>
        <span role="status">{done}</span>
      </div>
      <Dialog
        open={open}
        title="Em que formato?"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Não exportar</Button>
            <Button variant="primary" onClick={save}>
              Exportar em {format}
            </Button>
          </>
        }
      >
        <fieldset className="kit-choices">
          <legend className="kit-note">Formato do arquivo</legend>
          {formats.map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={one === format} onChange={() => setFormat(one)} /> {one}
            </label>
          ))}
        </fieldset>
      </Dialog>
    </>
  )
}
