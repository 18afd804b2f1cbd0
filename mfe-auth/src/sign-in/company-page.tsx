import { identitySchemas, PRODUCT_ROUTES, QUERY_PARAMETERS } from '@atalaia/contracts'
import { Link, useSearchParams } from '@atalaia/react/router'
import { TextField } from '@atalaia/ui'
import { useState } from 'react'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { useCall } from '../recovery/use-call.ts'
import { emailError } from '../register/field-errors.ts'
import { leaveFor } from './leave-for.ts'

/** Leads to the provider of the company whose address is typed (P-IDENTITY-7). */
export const Component = () => {
  const { state, run } = useCall()
  const [search] = useSearchParams()
  const [error, setError] = useState<string>()
  const submit = async (form: HTMLFormElement) => {
    const email = formText(form, 'email').trim()
    const wrong = emailError(email)
    setError(wrong)
    if (wrong !== undefined) return form.querySelector('input')?.focus()
    const proxima = search.get(QUERY_PARAMETERS.next) ?? undefined
    const answer = await run('sign-in of a company', (http) =>
      http.postJson('/identidade/empresa', { email, proxima }, identitySchemas.company),
    )
    if (answer) leaveFor(answer.endereco)
  }
  return (
    <AuthFrame title="Entrar com a empresa" lead="Com a conta que a sua empresa lhe deu.">
      <AuthForm state={state} submitLabel="Continuar" onSubmit={(form) => void submit(form)}>
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
      <p className="auth-switch">
        <Link to={PRODUCT_ROUTES.login}>Voltar ao login</Link>
      </p>
    </AuthFrame>
  )
}
