import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { Link } from '@atalaia/react/router'
import { Alert, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { emailError } from '../register/field-errors.ts'
import { useCall } from './use-call.ts'

/** Asks for a mail with a link by which another password is chosen (P-ACCOUNT-2, P-ACCOUNT-3). */
export const Component = () => {
  const { state, run } = useCall()
  const [error, setError] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const submit = async (form: HTMLFormElement) => {
    const email = formText(form, 'email').trim()
    const wrong = emailError(email)
    setError(wrong)
    if (wrong !== undefined) return form.querySelector('input')?.focus()
    if (await run('recovery', (http) => http.postJson('/auth/recuperar', { email }, anyAnswer))) setSentTo(email)
  }
  return (
    <AuthFrame title="Recuperar a conta" lead="Enviamos um link para escolher outra senha.">
      {sentTo === undefined ? (
        <AuthForm state={state} submitLabel="Enviar link" onSubmit={(form) => void submit(form)}>
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={254}
            error={error}
          />
        </AuthForm>
      ) : (
        <Alert kind="success">
          Se há uma conta com {sentTo}, o link está a caminho. Ele vale por uma hora. Não chegou? Veja a caixa de spam.
        </Alert>
      )}
      <p className="auth-switch">
        <span>Lembrou?</span> <Link to={PRODUCT_ROUTES.login}>Faça login</Link>
      </p>
    </AuthFrame>
  )
}
