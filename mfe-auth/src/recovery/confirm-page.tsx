import {
  ACCOUNT_PASSWORD_PROBLEM,
  accountPasswordSchema,
  HOME_ROUTE,
  mailboxConfirmedSchema,
  PRODUCT_ROUTES,
  type HttpFailure,
} from '@atalaia/contracts'
import { useSession } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { problemType } from '../api-request.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { useLinkToken } from './link-token.ts'

const DONE = {
  confirmed: 'E-mail confirmado.',
  moved: 'Endereço trocado. Todas as sessões terminaram: entre com o endereço novo.',
} as const

type Question = 'confirmation' | 'move'

const questionIn = (failure: HttpFailure): Question | undefined => {
  if (failure.kind !== 'status' || problemType(failure.body) !== ACCOUNT_PASSWORD_PROBLEM) return undefined
  const asked = accountPasswordSchema.safeParse(failure.body)
  return asked.success && asked.data.troca ? 'move' : 'confirmation'
}

/**
 * Asks first, because mail scanners open links. Without a session it needs the password
 * (P-ACCOUNT-1, P-ACCOUNT-6).
 */
export const Component = () => {
  const { state, run, fail } = useAction()
  const { status } = useSession()
  const token = useLinkToken()
  const [question, setQuestion] = useState<Question>()
  const [done, setDone] = useState<'confirmed' | 'moved'>()
  const submit = async (form: HTMLFormElement) => {
    const senha = question && formText(form, 'password')
    if (senha === '') return fail('Informe a senha da conta.')
    const body = { token, ...(senha !== undefined && { senha }) }
    const answer = await run(
      'confirmation',
      (http) => http.postJson('/auth/confirmar', body, mailboxConfirmedSchema),
      (failure) => {
        const asked = questionIn(failure)
        if (asked === undefined) return
        setQuestion(asked)
        // The question is no failure.
        fail('')
      },
    )
    if (answer) setDone(answer.endereco_trocado === true ? 'moved' : 'confirmed')
  }
  const next =
    status === 'active' && done !== 'moved'
      ? { to: HOME_ROUTE, text: 'Ir para o painel' }
      : { to: PRODUCT_ROUTES.login, text: 'Faça login' }
  const isAsked = question !== undefined && !done
  return (
    <AuthFrame title="Confirmar e-mail" lead="Assim sabemos que este e-mail é seu.">
      {token === '' && <Alert kind="danger">Este link está incompleto. Abra novamente o link do e-mail.</Alert>}
      {done && <Alert kind="success">{DONE[done]}</Alert>}
      {isAsked && (
        <p role="status">
          Este navegador não está na conta. Informe uma vez a senha dela: só quem {ASKED[question]} pode confirmá-la.
        </p>
      )}
      {token !== '' && !done && (
        <AuthForm key={question} state={state} submitLabel="Confirmar" onSubmit={(form) => void submit(form)}>
          {question && (
            <PasswordField
              label="Senha da conta"
              revealed="a senha da conta"
              name="password"
              required
              autoComplete="current-password"
              maxLength={1024}
            />
          )}
        </AuthForm>
      )}
      {isAsked && <NotMine question={question} />}
      {(token === '' || (state.errorMessage !== '' && !question)) && (
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

const ASKED: Readonly<Record<Question, string>> = { confirmation: 'abriu a conta', move: 'pediu a troca' }

const NotMine = ({ question }: { readonly question: Question }) =>
  question === 'move' ? (
    <p className="auth-switch">Não pediu esta troca? Feche a página: nada muda.</p>
  ) : (
    <>
      <p className="auth-switch">
        <Link to={PRODUCT_ROUTES.recover}>Não criei esta conta</Link>
      </p>
      <p className="auth-switch">
        Peça uma senha nova; faça o mesmo se esqueceu a sua. A conta começa de novo, vazia: o que foi feito nela até
        aqui é apagado.
      </p>
    </>
  )
