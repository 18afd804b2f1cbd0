import { HOME_ROUTE, loginAnswerSchema, ROLE_LABELS } from '@atalaia/contracts'
import { useRemoteContext, useSession } from '@atalaia/react'
import { Link, useNavigate } from '@atalaia/react/router'
import { Alert, Button, Card, EmptyState, PageHeader, Skeleton } from '@atalaia/ui'
import { useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { dropInvitation, keptInvitation, readInvitation } from './invitation-token.ts'
import '../frame/auth.css'

/** P-MEMBER-3 */
export const Component = () => {
  const [token] = useState(keptInvitation)
  const { value: facts, failure } = useAnswer(token || undefined, (http, signal) => readInvitation(http, token, signal))
  return (
    <div className="auth-account">
      <PageHeader title="Convite" trail={['Convite']} />
      {token === '' && (
        <EmptyState title="Nenhum convite aberto">
          <p>Abra novamente o link do e-mail, neste navegador.</p>
        </EmptyState>
      )}
      {failure !== undefined && <Alert kind="danger">{failure}</Alert>}
      {token !== '' && !facts && failure === undefined && <Skeleton height={48} lines={3} />}
      {facts && (
        <Card title={facts.organizacao}>
          <p>
            {facts.convidado_por ?? 'Alguém'} convida <strong>{facts.email}</strong>, com o papel de{' '}
            {ROLE_LABELS[facts.papel]}.
          </p>
          <Acceptance token={token} mailbox={facts.email} />
        </Card>
      )}
    </div>
  )
}

const Acceptance = ({ token, mailbox }: { readonly token: string; readonly mailbox: string }) => {
  const { bus } = useRemoteContext()
  const session = useSession()
  const navigate = useNavigate()
  const { state, run } = useAction()
  const own = session.status === 'active' ? session.user.email : undefined
  const accept = async () => {
    const answer = await run('acceptance of an invitation', (http) =>
      http.postJson('/convites/aceitar', { token }, loginAnswerSchema),
    )
    if (answer?.access_token === undefined) return
    dropInvitation()
    // The shell says into which organisation (P-MEMBER-6).
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    void navigate(HOME_ROUTE)
  }
  if (own !== undefined && own !== mailbox)
    return <Alert kind="warning">{`Você entrou como ${own}. Saia, e entre com a conta de ${mailbox}.`}</Alert>
  return (
    <>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <div className="auth-actions">
        <Button variant="primary" busy={state.isFetching} onClick={() => void accept()}>
          Aceitar convite
        </Button>
        <Link to={HOME_ROUTE}>Agora não</Link>
      </div>
    </>
  )
}
