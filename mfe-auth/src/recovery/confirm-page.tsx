import { HOME_ROUTE, PRODUCT_ROUTES } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useState } from 'react'
import { anyAnswer } from '../api-request.ts'
import { AuthForm } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { useLinkToken } from './link-token.ts'
import { useCall } from './use-call.ts'

/** The page of a mail's link that proves a mailbox. It asks first: programs that look through mails open links (P-ACCOUNT-1). */
export const Component = () => {
  const { state, run } = useCall()
  const { status } = useSession()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const submit = async () => {
    if (await run('confirmation', (http) => http.postJson('/auth/confirmar', { token }, anyAnswer))) setDone(true)
  }
  const next =
    status === 'active'
      ? { to: HOME_ROUTE, text: 'Ir para o painel' }
      : { to: PRODUCT_ROUTES.login, text: 'Faça login' }
  return (
    <AuthFrame title="Confirmar email" lead="Assim sabemos que esta caixa de correio é sua.">
      {token === '' && <Alert kind="danger">Este link está incompleto. Abra o do email de novo.</Alert>}
      {token !== '' && isDone && <Alert kind="success">Email confirmado.</Alert>}
      {token !== '' && !isDone && (
        <AuthForm state={state} submitLabel="Confirmar" onSubmit={() => void submit()}>
          {null}
        </AuthForm>
      )}
      {isDone && (
        <p className="auth-switch">
          <Link to={next.to}>{next.text}</Link>
        </p>
      )}
    </AuthFrame>
  )
}
