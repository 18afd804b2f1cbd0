import { TextField } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { NewPasswordField } from '../frame/new-password-field.tsx'
import { registerLeft, useAuthDispatch, useAuthSelector } from '../store.ts'
import { useTypedAddress } from '../frame/typed-address.ts'
import { emailError } from '../frame/email-error.ts'
import { usePasswordError } from './password-error.ts'
import { register } from './register.ts'

/** P-REGISTER-3 P-REGISTER-7 */
export const RegisterForm = ({ onRegistered }: { readonly onRegistered: (email: string) => void }) => {
  const state = useAuthSelector(({ register: request }) => request)
  const dispatch = useAuthDispatch()
  const handedOn = useTypedAddress()
  const [addressError, setAddressError] = useState<string>()
  const password = usePasswordError()
  const mounted = useMounted()

  const checkPassword = (form: HTMLFormElement) =>
    password.check(formText(form, 'password'), formText(form, 'confirmation'))

  const submit = async (form: HTMLFormElement) => {
    const address = formText(form, 'email').trim()
    const wrongAddress = emailError(address)
    setAddressError(wrongAddress)
    const wrongPassword = checkPassword(form)
    const wrongField = wrongAddress ? 'email' : wrongPassword?.field
    if (wrongField) {
      focusField(form, wrongField)
      return
    }
    const registered = await dispatch(register({ email: address, password: formText(form, 'password') }))
    if (registered && mounted.current) onRegistered(address)
  }

  return (
    <AuthForm state={state} submitLabel="Register" onSubmit={(form) => void submit(form)} left={registerLeft}>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        defaultValue={handedOn?.email}
        maxLength={254}
        error={addressError}
        onChange={() => setAddressError(undefined)}
      />
      <NewPasswordField
        label="Password"
        name="password"
        required
        autoComplete="new-password"
        maxLength={1024}
        error={password.error?.field === 'password' ? password.error.text : undefined}
      />
      <PasswordField
        label="Confirm Password"
        revealed="a confirmação da senha"
        name="confirmation"
        required
        autoComplete="new-password"
        maxLength={1024}
        error={password.error?.field === 'confirmation' ? password.error.text : undefined}
        onBlur={({ currentTarget: { form } }) => form && checkPassword(form)}
      />
    </AuthForm>
  )
}

const focusField = (form: HTMLFormElement, name: string): void => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** For code after an await. */
const useMounted = () => {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
