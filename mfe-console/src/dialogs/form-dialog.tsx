import { Button, Dialog } from '@atalaia/ui'
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'

export type FormDialogProps = {
  readonly title: string
  readonly confirm: string
  readonly danger?: boolean | undefined
  readonly busy: boolean
  readonly intro?: ReactNode
  readonly children: ReactNode
  /** A new number after refused fields: the first such field takes the focus. */
  readonly attempt?: number
  onSubmit(): void
  onClose(): void
}

export const FormDialog = (props: FormDialogProps) => {
  const { title, confirm, danger, busy, intro, children, attempt = 0, onSubmit, onClose } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempt])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={id} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      {intro}
      <form id={id} ref={form} className="console-form" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
