import { useState } from 'react'
import { formText, PasswordField } from '../frame/auth-form.tsx'
import { NewPasswordField } from '../frame/new-password-field.tsx'

type Errors = { readonly password?: string; readonly confirmation?: string }

/** The server has the password rules (P-API-17). */
export const useNewPassword = () => {
  const [errors, setErrors] = useState<Errors>({})
  const check = (form: HTMLFormElement): boolean => {
    const [password, confirmation] = [formText(form, 'password'), formText(form, 'confirmation')]
    const found: Errors =
      password === ''
        ? { password: 'Informe a senha nova.' }
        : password === confirmation
          ? {}
          : { confirmation: 'As senhas não são iguais.' }
    setErrors(found)
    const [field] = Object.keys(found)
    const wrong = field === undefined ? null : form.elements.namedItem(field)
    if (wrong instanceof HTMLElement) wrong.focus()
    return field === undefined
  }
  return { errors, check }
}

export const NewPasswordFields = ({ errors }: { readonly errors: Errors }) => (
  <>
    <NewPasswordField
      label="Senha nova"
      revealed="a senha nova"
      name="password"
      required
      autoComplete="new-password"
      maxLength={1024}
      error={errors.password}
    />
    <PasswordField
      label="Confirmar senha nova"
      revealed="a confirmação da senha"
      name="confirmation"
      required
      autoComplete="new-password"
      maxLength={1024}
      error={errors.confirmation}
    />
  </>
)
