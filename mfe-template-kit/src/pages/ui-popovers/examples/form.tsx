import { Button, TextField } from '@atalaia/ui'
import { useRef, useState, type SubmitEvent } from 'react'
import { Overlay, Popover } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Com um campo dentro'

export const Example = () => {
  const container = useOverlayContainer()
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const keep = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setNote(String(new FormData(event.currentTarget).get('nota') ?? ''))
    close()
  }
  return (
    <>
      <div className="kit-row">
        <Button ref={button} icon="message" aria-expanded={open} onClick={() => setOpen(!open)}>
          Anotar
        </Button>
        <span role="status">{note && `Nota: ${note}`}</span>
      </div>
      <Overlay
        target={button}
        show={open}
        placement="bottom"
        container={container}
        rootClose
        onHide={close}
        onEntered={() => field.current?.focus()}
      >
        <Popover id="kit-popover-form" role="dialog" aria-label="Anotar">
          <Popover.Body>
            <form onSubmit={keep}>
              <TextField ref={field} label="Nota" name="nota" defaultValue={note} maxLength={80} />
              <Button type="submit" size="small" variant="primary">
                Guardar
              </Button>
            </form>
          </Popover.Body>
        </Popover>
      </Overlay>
    </>
  )
}
