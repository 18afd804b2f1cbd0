import { Alert, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'

type Errors = { readonly email?: string; readonly password?: string }

/** Asks for another address of the account; its mailbox has to confirm (P-ACCOUNT-6). */
export const AddressForm = () => {
  const { state, run } = useAction()
  const [errors, setErrors] = useState<Errors>({})
  const [sentTo, setSentTo] = useState('')
  const submit = async (form: HTMLFormElement) => {
    const [novo, senha] = [formText(form, 'email').trim(), formText(form, 'password')]
    setErrors({
      ...(novo === '' && { email: 'Informe o e-mail novo.' }),
      ...(senha === '' && { password: 'Informe a senha atual.' }),
    })
    setSentTo('')
    if (novo === '' || senha === '') return
    if (!(await run('address change', (http) => http.postJson('/conta/endereco', { novo, senha }, anyAnswer)))) return
    form.reset()
    setSentTo(novo)
  }
  return (
    <>
      <p>A conta muda de e-mail quando o novo for confirmado. Avisamos os dois.</p>
      {sentTo !== '' && (
        <Alert kind="success">Enviamos um link para {sentTo}. Ele vale por 24 horas; até lá nada muda.</Alert>
      )}
      <AuthForm state={state} submitLabel="Trocar e-mail" onSubmit={(form) => void submit(form)}>
        <TextField label="E-mail novo" type="email" name="email" required autoComplete="email" error={errors.email} />
        <PasswordField
          label="Senha da conta"
          revealed="a senha da conta"
          name="password"
          required
          autoComplete="current-password"
          maxLength={1024}
          error={errors.password}
        />
      </AuthForm>
    </>
  )
}
