import {
  HOME_ROUTE,
  identitySchemas,
  PRODUCT_ROUTES,
  SIGN_IN_FAILURES,
  type HttpClient,
  type LoginAnswer,
  type SignInFailure,
} from '@atalaia/contracts'
import type { SecondStep as SecondStepFacts } from '@atalaia/contracts/second-factor'
import { useRemoteContext } from '@atalaia/react'
import { Link, useNavigate, useSearchParams } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useEffect, useState, type ReactNode } from 'react'
import { useAction } from '../api-calls.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SecondStep, stepIn } from '../login/second-step.tsx'

const TEXTS: Record<SignInFailure, string> = {
  desligado: 'Este acesso não está disponível aqui.',
  indisponivel: 'O provedor não respondeu. Tente de novo em instantes, ou entre com a sua senha.',
  negado: 'O acesso foi cancelado na página do provedor.',
  recusado: 'A resposta do provedor não pôde ser aceita. Comece de novo.',
  recomece: 'Este acesso expirou: ele vale por dez minutos, em um só navegador. Entre novamente.',
  email: 'O provedor não confirmou o seu e-mail. Confirme-o lá, ou entre com a sua senha.',
  dominio: 'Este acesso é só para os e-mails da empresa.',
  empresa: 'A sua empresa só aceita o acesso dela. Use “Entrar com a empresa”.',
  espere: 'Foram muitas tentativas. Aguarde alguns minutos e tente de novo.',
}

const textOf = (reason: string): string => TEXTS[SIGN_IN_FAILURES.find((known) => known === reason) ?? 'recomece']

/** Takes up a provider's session, or names the missing step (P-IDENTITY-1, P-IDENTITY-4). */
export const Component = () => {
  const [search] = useSearchParams()
  const reason = search.get('falha')
  if (reason === null) return <Finish />
  return (
    <SignInFrame isCompanyOnly={reason === 'empresa'}>
      <Alert kind="danger">{textOf(reason)}</Alert>
    </SignInFrame>
  )
}

type SignInFrameProps = { readonly isCompanyOnly?: boolean; readonly children: ReactNode }

const SignInFrame = ({ isCompanyOnly = false, children }: SignInFrameProps) => (
  <AuthFrame title="Entrar" lead="Com a conta que você já tem em outro lugar.">
    {children}
    <p className="auth-switch">
      <Link to={isCompanyOnly ? PRODUCT_ROUTES.companySignIn : PRODUCT_ROUTES.login}>
        {isCompanyOnly ? 'Entrar com a empresa' : 'Voltar ao login'}
      </Link>
    </p>
  </AuthFrame>
)

/** A password or a second step before the session. */
type Missing =
  | { readonly kind: 'password'; readonly email: string; readonly provedor: string }
  | { readonly kind: 'step'; readonly step: SecondStepFacts }

const Finish = () => {
  const { bus } = useRemoteContext()
  const navigate = useNavigate()
  const { state, run, fail } = useAction()
  const [missing, setMissing] = useState<Missing>()
  /** Starts at the account if a second factor must be set up (P-FACTOR-7). */
  const enter = async ({ access_token: accessToken, pendente }: LoginAnswer, wanted = HOME_ROUTE) => {
    if (accessToken === undefined) return
    bus.publish('login:succeeded', { kind: 'token', accessToken })
    await navigate(pendente === undefined ? wanted : `${PRODUCT_ROUTES.account}?parte=seguranca`, { replace: true })
  }
  const take = async (path: string, body: object) => {
    const answer = await run(
      'sign-in with a provider',
      (http: HttpClient) => http.postJson(path, body, identitySchemas.answer),
      (failure) => {
        const step = stepIn(failure)
        if (step) setMissing({ kind: 'step', step })
      },
    )
    if (answer?.ligar) setMissing({ kind: 'password', ...answer.ligar })
    if (answer) await enter(answer, answer.proxima)
  }
  const end = (text: string) => {
    if (text === '') return void navigate(PRODUCT_ROUTES.login)
    setMissing(undefined)
    fail(text)
  }
  useEffect(() => {
    void take('/identidade/concluir', {})
    // oxlint-disable-next-line react/exhaustive-deps -- once: the sign-in ends with it
  }, [])
  if (missing?.kind === 'step') {
    const { step } = missing
    return <SecondStep step={step} onDone={(answer) => enter(answer, step.proxima)} onEnd={end} />
  }
  if (missing === undefined)
    return (
      <SignInFrame>
        {state.errorMessage ? (
          <Alert kind="danger">{state.errorMessage}</Alert>
        ) : (
          <p role="status">Só um momento: a sua sessão está começando.</p>
        )}
      </SignInFrame>
    )
  return (
    <SignInFrame>
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
    </SignInFrame>
  )
}
