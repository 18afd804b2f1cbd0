import { accountSchema, LIFETIMES, loginAnswerSchema, type AccountFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, ErrorState, PageHeader, Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { anyAnswer, failureText } from '../api-request.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { NewPasswordFields, useNewPassword } from '../recovery/new-password.tsx'
import { useCall } from '../recovery/use-call.ts'
import { AddressCard } from './address-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import '../frame/auth.css'

const SecondFactorCard = lazy(async () => {
  const { SecondFactorCard: loaded } = await import(
    /* webpackChunkName: "second-factor" */ '../second-factor/second-factor-card.tsx'
  )
  return { default: loaded }
})

/** The account of the session: its mailbox, its password, its other sessions (P-ACCOUNT-1, P-ACCOUNT-4). */
export const Component = () => {
  const [attempt, setAttempt] = useState(0)
  return (
    <div className="auth-account">
      <PageHeader title="Conta" trail={['Conta']} />
      <Account key={attempt} onRetry={() => setAttempt(attempt + 1)} />
    </div>
  )
}

const Account = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { http } = useRemoteContext()
  const [account, setAccount] = useState<AccountFacts>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    let hasLeft = false
    const load = async () => {
      const result = await http?.get('/conta', accountSchema)
      if (hasLeft || !result) return
      setFailure(result.ok ? '' : failureText(result.failure))
      if (result.ok) setAccount(result.value)
    }
    void load()
    return () => {
      hasLeft = true
    }
  }, [http])
  return (
    <>
      {failure !== '' && <ErrorState title={failure} onRetry={onRetry} />}
      {!account && failure === '' && <Skeleton height={120} lines={2} />}
      {account && (
        <>
          <MailboxCard account={account} />
          <AddressCard />
          <PasswordCard />
          <Suspense fallback={<Skeleton height={120} lines={3} />}>
            <SecondFactorCard />
          </Suspense>
          <IdentitiesCard />
          <SessionsCard />
          <PrivacyCard account={account} />
        </>
      )}
    </>
  )
}

const MailboxCard = ({ account: { email, caixa_confirmada: isProved } }: { readonly account: AccountFacts }) => {
  const { state, run } = useCall()
  const [isSent, setSent] = useState(false)
  const send = async () => {
    if (await run('confirmation mail', (http) => http.postJson('/conta/confirmacao', {}, anyAnswer))) setSent(true)
  }
  return (
    <Card title="Email">
      <p>
        <strong>{email}</strong>
      </p>
      {isProved && <p className="ui-muted">Esta caixa de correio foi confirmada.</p>}
      {!isProved && (
        <>
          <p>
            Esta caixa de correio espera confirmação: abra o link que enviamos. Até lá nenhum aviso de vazamento vai
            para ela, e uma senha nova pedida por email começa a conta de novo, vazia.
          </p>
          {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
          {isSent ? (
            <Alert kind="success">O link está a caminho, e vale por {LIFETIMES.address.words}.</Alert>
          ) : (
            <Button busy={state.isFetching} onClick={() => void send()}>
              Enviar outro link
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

const PasswordCard = () => {
  const { bus } = useRemoteContext()
  const { state, run } = useCall()
  const fields = useNewPassword()
  const [round, setRound] = useState(0)
  const [oldError, setOldError] = useState<string>()
  const submit = async (form: HTMLFormElement) => {
    const atual = formText(form, 'current')
    setOldError(atual === '' ? 'Informe a senha atual.' : undefined)
    if (!fields.check(form) || atual === '') return
    const nova = formText(form, 'password')
    const answer = await run('password change', (http) =>
      http.postJson('/conta/senha', { atual, nova }, loginAnswerSchema),
    )
    if (answer?.access_token === undefined) return
    form.reset()
    setRound(round + 1)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: 'Senha trocada. As outras sessões terminaram.' })
  }
  return (
    <Card title="Senha">
      <AuthForm state={state} submitLabel="Trocar senha" onSubmit={(form) => void submit(form)} focused={false}>
        <PasswordField
          label="Senha atual"
          revealed="a senha atual"
          name="current"
          required
          autoComplete="current-password"
          maxLength={1024}
          error={oldError}
        />
        <NewPasswordFields key={round} errors={fields.errors} />
      </AuthForm>
    </Card>
  )
}
