import { Alert, Button, Dialog } from '@atalaia/ui'
import { useRef, type ReactNode } from 'react'

type QuestionProps = {
  readonly title: string
  readonly action: string
  readonly isDangerous?: boolean
  readonly busy: boolean
  readonly failure: string
  readonly onCancel: () => void
  readonly onSure: (form: HTMLFormElement) => void
  readonly children: ReactNode
}

export const Question = ({
  title,
  action,
  isDangerous = false,
  busy,
  failure,
  onCancel,
  onSure,
  children,
}: QuestionProps) => {
  const form = useRef<HTMLFormElement>(null)
  const submit = () => {
    if (form.current) onSure(form.current)
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} busy={busy} onClick={submit}>
            {action}
          </Button>
        </>
      }
    >
      {failure !== '' && <Alert kind="danger">{failure}</Alert>}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
