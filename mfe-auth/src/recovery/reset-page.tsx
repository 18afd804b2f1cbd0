import { PRODUCT_ROUTES, QUERY_PARAMETERS } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link, useNavigate, useSearchParams } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'
import { useLinkToken } from './link-token.ts'

/** Sets another password (P-ACCOUNT-2), or resets an account (P-ACCOUNT-7). */
export const Component = () => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  const navigate = useNavigate()
  const token = useLinkToken()
  const fields = useNewPassword()
  const [search] = useSearchParams()
  const restarts = token !== '' && search.has(QUERY_PARAMETERS.restart)
  const submit = async (form: HTMLFormElement) => {
    if (!fields.check(form)) return
    const senha = formText(form, 'password')
    if (!(await run('reset', (http) => http.postJson('/auth/redefinir', { token, senha }, anyAnswer)))) return
    bus.publish('toast:requested', { kind: 'success', text: 'Senha trocada. Entre com a senha nova.' })
    // The link stands for nothing any more.
    await navigate(PRODUCT_ROUTES.login, { replace: true })
  }
  return (
    <AuthFrame title="Escolher outra senha" lead="Todas as sessões abertas terminam.">
      {restarts && (
        <Alert kind="warning">
          O e-mail desta conta nunca foi confirmado. Por isso ela começa de novo com a senha nova, vazia: tudo o que foi
          feito nela até aqui é apagado. Se a conta é sua e você sabe a senha,{' '}
          <Link to={PRODUCT_ROUTES.login}>entre</Link> e confirme o e-mail na página Conta: assim nada se perde.
        </Alert>
      )}
      {token === '' ? (
        <Alert kind="danger">Este link está incompleto. Abra novamente o link do e-mail, ou peça outro.</Alert>
      ) : (
        <AuthForm state={state} submitLabel="Trocar senha" onSubmit={(form) => void submit(form)}>
          <NewPasswordFields errors={fields.errors} />
        </AuthForm>
      )}
      <p className="auth-switch">
        <span>O link expirou?</span> <Link to={PRODUCT_ROUTES.recover}>Peça outro</Link>
      </p>
    </AuthFrame>
  )
}
