import { HOME_ROUTE, mailboxConfirmedSchema, PRODUCT_ROUTES } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useState } from 'react'
import { AuthForm } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { useLinkToken } from './link-token.ts'
import { useCall } from './use-call.ts'

const DONE = {
  confirmed: 'Email confirmado.',
  moved: 'Endereço trocado. Todas as sessões terminaram: entre com o endereço novo.',
} as const

/** The page of a mail's link that proves a mailbox. It asks first: programs that look through mails open links (P-ACCOUNT-1). */
export const Component = () => {
  const { state, run } = useCall()
  const { status } = useSession()
  const token = useLinkToken()
  const [done, setDone] = useState<'confirmed' | 'moved'>()
  const submit = async () => {
    const answer = await run('confirmation', (http) =>
      http.postJson('/auth/confirmar', { token }, mailboxConfirmedSchema),
    )
    if (answer) setDone(answer.endereco_trocado === true ? 'moved' : 'confirmed')
  }
  const next =
    status === 'active' && done !== 'moved'
      ? { to: HOME_ROUTE, text: 'Ir para o painel' }
      : { to: PRODUCT_ROUTES.login, text: 'Faça login' }
  return (
    <AuthFrame title="Confirmar email" lead="Assim sabemos que esta caixa de correio é sua.">
      {token === '' && <Alert kind="danger">Este link está incompleto. Abra o do email de novo.</Alert>}
      {done && <Alert kind="success">{DONE[done]}</Alert>}
      {token !== '' && !done && (
        <AuthForm state={state} submitLabel="Confirmar" onSubmit={() => void submit()}>
          {null}
        </AuthForm>
      )}
      {(token === '' || state.errorMessage !== '') && (
        <p className="auth-switch">
          <Link to={PRODUCT_ROUTES.account}>Peça outro na sua conta</Link>
        </p>
      )}
      {done && (
        <p className="auth-switch">
          <Link to={next.to}>{next.text}</Link>
        </p>
      )}
    </AuthFrame>
  )
}
