import type { UnknownAction } from '@atalaia/react/redux'
import { Alert, Button, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useAuthDispatch, type RequestState } from '../store.ts'

type AuthFormProps = {
  readonly state: RequestState
  readonly submitLabel: string
  readonly onSubmit: (form: HTMLFormElement) => void
  /** Action that resets `state` when the form leaves the page. Default: none. */
  readonly left?: () => UnknownAction
  /** True where the first empty field takes the focus with the page. Default: true. */
  readonly focused?: boolean
  readonly children: ReactNode
}

/**
 * A form with one request. Its first empty field takes the focus. A failure appears below the
 * button, which stays in place and sends nothing meanwhile (P-LOGIN-4, P-LOGIN-15, P-REGISTER-2).
 */
export const AuthForm = ({ state, submitLabel, onSubmit, left, focused = true, children }: AuthFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const dispatch = useAuthDispatch()

  useEffect(() => {
    if (focused) focusFirstEmpty(form.current)
    return () => {
      if (left) dispatch(left())
    }
  }, [dispatch, left, focused])

  return (
    <form
      ref={form}
      className="auth-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
      noValidate
    >
      {children}
      <Button type="submit" variant="primary" block busy={state.isFetching} busyLabel="Loading...">
        {submitLabel}
      </Button>
      <FormError message={state.errorMessage} />
    </form>
  )
}

const focusFirstEmpty = (form: HTMLFormElement | null): void => {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  ;(inputs.find(({ value }) => value === '') ?? inputs[0])?.focus()
}

export const formText = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

const FormError = ({ message }: { readonly message: string }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) place.current?.focus()
  }, [message])
  if (!message) return null
  return (
    <div ref={place} tabIndex={-1} className="auth-error">
      <Alert kind="danger">{message}</Alert>
    </div>
  )
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type'> & {
  /** Field name in the button's sentence. Default: "a senha". */
  readonly revealed?: string
}

/** Its button shows and hides the typed text (P-LOGIN-11). */
export const PasswordField = ({ revealed = 'a senha', ...props }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <div className="auth-password">
      <TextField {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="auth-reveal"
        aria-label={`${shown ? 'Ocultar' : 'Mostrar'} ${revealed}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Ocultar' : 'Mostrar'}
      </button>
    </div>
  )
}
