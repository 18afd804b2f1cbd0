import { TextField } from '@atalaia/ui'
import { useState } from 'react'
import { emailError } from './email-error.ts'
import type { RequestState } from '../store.ts'
import { AuthForm, formText } from './auth-form.tsx'

type EmailFormProps = {
  readonly state: RequestState
  readonly submitLabel: string
  readonly onEmail: (email: string) => void
}

export const EmailForm = ({ state, submitLabel, onEmail }: EmailFormProps) => {
  const [error, setError] = useState<string>()
  const submit = (form: HTMLFormElement) => {
    const email = formText(form, 'email').trim()
    const wrong = emailError(email)
    setError(wrong)
    if (wrong === undefined) onEmail(email)
    else form.querySelector('input')?.focus()
  }
  return (
    <AuthForm state={state} submitLabel={submitLabel} onSubmit={submit}>
      <TextField label="Email" name="email" type="email" required autoComplete="email" maxLength={254} error={error} />
    </AuthForm>
  )
}
