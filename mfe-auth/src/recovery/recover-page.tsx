import { LIFETIMES, PRODUCT_ROUTES } from '@atalaia/contracts'
import { Link } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { EmailForm } from '../frame/email-form.tsx'

/** P-ACCOUNT-2 P-ACCOUNT-3 */
export const Component = () => {
  const { state, run } = useAction()
  const [sentTo, setSentTo] = useState<string>()
  const ask = async (email: string) => {
    if (await run('recovery', (http) => http.postJson('/auth/recuperar', { email }, anyAnswer))) setSentTo(email)
  }
  return (
    <AuthFrame title="Recuperar a conta" lead="Enviamos um link para escolher outra senha.">
      {sentTo === undefined ? (
        <EmailForm state={state} submitLabel="Enviar link" onEmail={(email) => void ask(email)} />
      ) : (
        <Alert kind="success">
          Se há uma conta com {sentTo}, o link está a caminho. Ele vale por {LIFETIMES.reset.words}. Não chegou? Veja a
          caixa de spam.
        </Alert>
      )}
      <p className="auth-switch">
        <span>Lembrou?</span> <Link to={PRODUCT_ROUTES.login}>Faça login</Link>
      </p>
    </AuthFrame>
  )
}
