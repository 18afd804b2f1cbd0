import { Button, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { formText } from '../form-text.ts'
import { FormError } from '../frame/form-error.tsx'
import { PasswordField } from '../frame/password-field.tsx'
import { useAuthDispatch, useAuthSelector } from '../store.ts'
import { emailError } from './email-error.ts'
import { registerLeft } from './register-slice.ts'
import { register } from './register.ts'
import { useMounted } from './use-mounted.ts'
import { usePasswordError } from './use-password-error.ts'

/** The registration form with its checks (P-REGISTER-3 to P-REGISTER-7). */
export const RegisterForm = ({ onRegistered }: { readonly onRegistered: () => void }) => {
  const { isFetching, errorMessage } = useAuthSelector((state) => state.register)
  const dispatch = useAuthDispatch()
  const [addressError, setAddressError] = useState<string>()
  const password = usePasswordError()
  const form = useRef<HTMLFormElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const mounted = useMounted()

  useEffect(() => {
    email.current?.focus()
    return () => {
      dispatch(registerLeft())
    }
  }, [dispatch])

  const checkPassword = (target: HTMLFormElement) =>
    password.check(formText(target, 'password'), formText(target, 'confirmation'))

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    const address = formText(target, 'email').trim()
    const wrongAddress = emailError(address)
    setAddressError(wrongAddress)
    const wrongPassword = checkPassword(target)
    const wrongField = wrongAddress ? 'email' : wrongPassword?.field
    if (wrongField) {
      focusField(target, wrongField)
      return
    }
    const registered = await dispatch(register({ email: address, password: formText(target, 'password') }))
    if (registered && mounted.current) onRegistered()
  }

  return (
    <form ref={form} className="auth-form" onSubmit={(event) => void submit(event)} noValidate>
      <FormError message={errorMessage} />
      <TextField
        ref={email}
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        maxLength={254}
        error={addressError}
        onChange={() => setAddressError(undefined)}
      />
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="new-password"
        maxLength={1024}
        error={password.error?.field === 'password' ? password.error.text : undefined}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmation"
        required
        autoComplete="new-password"
        maxLength={1024}
        error={password.error?.field === 'confirmation' ? password.error.text : undefined}
        onBlur={() => form.current && checkPassword(form.current)}
      />
      <Button type="submit" variant="primary" block busy={isFetching} busyLabel="Loading...">
        Register
      </Button>
    </form>
  )
}

const focusField = (form: HTMLFormElement, name: string): void => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
