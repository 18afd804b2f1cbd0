import { accountSchema, LIFETIMES, loginAnswerSchema, type AccountFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert, Button, Card, ErrorState, formatDate, PageHeader, Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { PartsPage } from '../frame/parts.tsx'
import { Unfold } from '../frame/unfold.tsx'
import { NewPasswordFields, useNewPassword } from '../recovery/new-password.tsx'
import { AddressForm } from './address-form.tsx'
import { NameCard } from './name-card.tsx'
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

/** The account of the session in parts (P-ACCOUNT-1, P-ACCOUNT-4, P-ACCOUNT-9). */
export const Component = () => {
  const { value, failure, reload } = useAnswer('/conta', (http, signal) =>
    http.get('/conta', accountSchema, { signal }),
  )
  const parts = value && [
    {
      id: 'perfil',
      label: 'Perfil',
      content: (
        <>
          <NameCard account={value} />
          <MailboxCard account={value} />
        </>
      ),
    },
    {
      id: 'seguranca',
      label: 'Segurança',
      content: (
        <>
          <PasswordCard />
          <Suspense fallback={<Skeleton height={120} lines={3} />}>
            <SecondFactorCard />
          </Suspense>
          <IdentitiesCard />
        </>
      ),
    },
    { id: 'sessoes', label: 'Sessões', content: <SessionsCard /> },
    { id: 'dados', label: 'Dados', content: <PrivacyCard account={value} onChange={reload} /> },
  ]
  return (
    <div className="auth-account">
      {!parts && <PageHeader title="Conta" trail={['Conta']} />}
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && failure === undefined && <Skeleton height={120} lines={2} />}
      {parts && (
        <PartsPage
          title="Conta"
          parts={parts}
          notice={
            value.exclui_em !== undefined && (
              <Alert kind="warning">
                Esta conta será excluída em {formatDate(value.exclui_em)}. <Link to="?parte=dados">Ver a exclusão</Link>
              </Alert>
            )
          }
        />
      )}
    </div>
  )
}

const MailboxCard = ({ account: { email, caixa_confirmada: isProved } }: { readonly account: AccountFacts }) => {
  const { state, run } = useAction()
  const [isSent, setSent] = useState(false)
  const send = async () => {
    if (await run('confirmation mail', (http) => http.postJson('/conta/confirmacao', {}, anyAnswer))) setSent(true)
  }
  return (
    <Card title="E-mail">
      <p>
        <strong>{email}</strong>
      </p>
      {isProved && <p className="ui-muted">E-mail confirmado.</p>}
      {!isProved && (
        <>
          <p>
            E-mail ainda não confirmado: abra o link que enviamos. Até lá nenhum aviso de vazamento é enviado, e uma
            senha nova pedida por e-mail começa a conta de novo, vazia.
          </p>
          {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
          {isSent && <Alert kind="success">O link está a caminho, e vale por {LIFETIMES.address.words}.</Alert>}
        </>
      )}
      <div className="auth-actions">
        {!isProved && !isSent && (
          <Button busy={state.isFetching} onClick={() => void send()}>
            Enviar outro link
          </Button>
        )}
        <Unfold label="Alterar e-mail">{() => <AddressForm />}</Unfold>
      </div>
    </Card>
  )
}

const PasswordCard = () => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  const fields = useNewPassword()
  const [oldError, setOldError] = useState<string>()
  const submit = async (form: HTMLFormElement, fold: () => void) => {
    const atual = formText(form, 'current')
    setOldError(atual === '' ? 'Informe a senha atual.' : undefined)
    if (!fields.check(form) || atual === '') return
    const nova = formText(form, 'password')
    const answer = await run('password change', (http) =>
      http.postJson('/conta/senha', { atual, nova }, loginAnswerSchema),
    )
    if (answer?.access_token === undefined) return
    fold()
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: 'Senha trocada. As outras sessões terminaram.' })
  }
  return (
    <Card title="Senha">
      <Unfold label="Alterar senha">
        {(fold) => (
          <AuthForm state={state} submitLabel="Trocar senha" onSubmit={(form) => void submit(form, fold)}>
            <PasswordField
              label="Senha atual"
              revealed="a senha atual"
              name="current"
              required
              autoComplete="current-password"
              maxLength={1024}
              error={oldError}
            />
            <NewPasswordFields errors={fields.errors} />
          </AuthForm>
        )}
      </Unfold>
    </Card>
  )
}
