import { leavingSchema } from '@atalaia/contracts'
import { Alert, Button, Dialog } from '@atalaia/ui'
import { useRef, useState, type ReactNode } from 'react'
import { formText, PasswordField } from '../frame/auth-form.tsx'
import { useCall } from '../recovery/use-call.ts'

type LeaveDialogProps = {
  readonly title: string
  /** Where the wish is sent, with the password. */
  readonly path: string
  readonly onClose: () => void
  /** Called with the ISO 8601 instant of the deletion. */
  readonly onLeft: (instant: string) => void
  /** What is going to be deleted. */
  readonly children: ReactNode
}

/** The day of an instant, as people read it. */
export const dayOf = (instant: string): string => new Date(instant).toLocaleDateString('pt-BR')

/** Asks for the password, and for a deletion after a time of grace. */
export const LeaveDialog = ({ title, path, onClose, onLeft, children }: LeaveDialogProps) => {
  const { state, run } = useCall()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const submit = async () => {
    const senha = form.current ? formText(form.current, 'password') : ''
    setError(senha === '' ? 'Informe a sua senha.' : undefined)
    if (senha === '') return
    const answer = await run('deletion', (http) => http.postJson(path, { senha }, leavingSchema))
    if (answer) onLeft(answer.exclui_em)
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Voltar</Button>
          <Button variant="danger" busy={state.isFetching} onClick={() => void submit()}>
            Excluir em 14 dias
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
          void submit()
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
