import {
  HOME_ROUTE,
  identitySchemas,
  PRODUCT_ROUTES,
  SIGN_IN_FAILURES,
  type HttpClient,
  type SignInFailure,
} from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link, useNavigate, useSearchParams } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { useCall } from '../recovery/use-call.ts'

const TEXTS: Record<SignInFailure, string> = {
  desligado: 'Esta entrada não está ligada aqui.',
  indisponivel: 'O provedor não respondeu. Tente de novo em instantes, ou entre com a sua senha.',
  negado: 'A entrada foi cancelada na página do provedor.',
  recusado: 'A resposta do provedor não pôde ser aceita. Comece de novo.',
  recomece: 'Esta entrada não vale mais: ela dura dez minutos, num só navegador. Comece de novo.',
  email: 'O provedor não confirmou o seu email. Confirme-o lá, ou entre com a sua senha.',
  dominio: 'Esta entrada é só para os emails da empresa.',
  empresa: 'A sua empresa só aceita a entrada dela. Use “Entrar com a empresa”.',
  espere: 'Foram muitas tentativas. Aguarde alguns minutos e tente de novo.',
}

const textOf = (reason: string): string => TEXTS[SIGN_IN_FAILURES.find((known) => known === reason) ?? 'recomece']

/** The page that a provider leads back to: it takes up the session, or says what is missing (P-IDENTITY-1, P-IDENTITY-4). */
export const Component = () => {
  const [search] = useSearchParams()
  const reason = search.get('falha')
  return (
    <AuthFrame title="Entrar" lead="Com a conta que você já tem em outro lugar.">
      {reason === null ? <Finish /> : <Alert kind="danger">{textOf(reason)}</Alert>}
      <p className="auth-switch">
        <Link to={reason === 'empresa' ? PRODUCT_ROUTES.companySignIn : PRODUCT_ROUTES.login}>
          {reason === 'empresa' ? 'Entrar com a empresa' : 'Voltar ao login'}
        </Link>
      </p>
    </AuthFrame>
  )
}

type Missing = { readonly email: string; readonly provedor: string }

const Finish = () => {
  const { bus } = useRemoteContext()
  const navigate = useNavigate()
  const { state, run } = useCall()
  const [missing, setMissing] = useState<Missing>()
  const take = async (path: string, body: object) => {
    const answer = await run('sign-in with a provider', (http: HttpClient) =>
      http.postJson(path, body, identitySchemas.answer),
    )
    if (answer?.ligar) setMissing(answer.ligar)
    if (answer?.access_token === undefined) return
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    await navigate(answer.proxima ?? HOME_ROUTE, { replace: true })
  }
  useEffect(() => {
    void take('/identidade/concluir', {})
    // oxlint-disable-next-line react/exhaustive-deps -- once: the sign-in ends with it
  }, [])
  if (!missing)
    return state.errorMessage ? (
      <Alert kind="danger">{state.errorMessage}</Alert>
    ) : (
      <p role="status">Só um momento: a sua sessão está começando.</p>
    )
  return (
    <>
      <p>
        Já existe uma conta com <strong>{missing.email}</strong>. Informe a senha dela uma vez: depois,{' '}
        {missing.provedor} basta.
      </p>
      <AuthForm
        state={state}
        submitLabel="Ligar e entrar"
        onSubmit={(form) => {
          const senha = formText(form, 'password')
          if (senha) void take('/identidade/ligar', { senha })
        }}
      >
        <PasswordField label="Senha" name="password" autoComplete="current-password" maxLength={1024} />
      </AuthForm>
      <p className="auth-switch">
        <Link to={PRODUCT_ROUTES.recover}>Esqueci minha senha</Link>
      </p>
    </>
  )
}
