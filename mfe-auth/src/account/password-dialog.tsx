import { Alert, Button, Dialog } from '@atalaia/ui'
import { useRef, useState, type ReactNode } from 'react'
import { formText, PasswordField } from '../frame/auth-form.tsx'
import type { RequestState } from '../store.ts'

type PasswordDialogProps = {
  readonly title: string
  readonly confirmLabel: string
  /** Default: `danger`. */
  readonly variant?: 'danger' | 'primary'
  readonly state: RequestState
  readonly onClose: () => void
  readonly onConfirm: (password: string) => void
  readonly children: ReactNode
}

/** Asks for the password of the account before something is done. */
export const PasswordDialog = (props: PasswordDialogProps) => {
  const { title, confirmLabel, variant = 'danger', state, onClose, onConfirm, children } = props
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const submit = () => {
    const password = form.current ? formText(form.current, 'password') : ''
    setError(password === '' ? 'Informe a sua senha.' : undefined)
    if (password !== '') onConfirm(password)
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Voltar</Button>
          <Button variant={variant} busy={state.isFetching} onClick={submit}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <PasswordField
          label="A sua senha"
          revealed="a sua senha"
          name="password"
          required
          autoComplete="current-password"
          maxLength={1024}
          error={error}
        />
      </form>
    </Dialog>
  )
}
