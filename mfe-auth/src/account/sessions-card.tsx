import { loginAnswerSchema, sessionsSchema, type AccountSession } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useCallback, useEffect, useState } from 'react'
import { anyAnswer, failureText } from '../api-request.ts'
import { momentText } from '../frame/moment-text.ts'
import { Question } from '../operator/question.tsx'
import { useCall } from '../recovery/use-call.ts'

const seen = ({ atual: isOwn, visto }: AccountSession) => (isOwn ? 'em uso agora' : `vista ${momentText(visto)}`)

const placeOf = ({ rede, tipo }: AccountSession) => (tipo === 'api' ? `Login pela API, rede ${rede}` : `Rede ${rede}`)

/** The sessions that are asked about: one, or all but this page's own. */
type Asked = AccountSession | 'others'

/** The sessions of the account: by device, network and last use, each with its end (P-ACCOUNT-4, P-SESSION-21). */
export const SessionsCard = () => {
  const { http, bus } = useRemoteContext()
  const [sessions, setSessions] = useState<readonly AccountSession[]>()
  const [failure, setFailure] = useState('')
  const [asked, setAsked] = useState<Asked>()
  const { state, run, fail } = useCall()
  const load = useCallback(async () => {
    const result = await http?.get('/conta/sessoes', sessionsSchema)
    if (!result) return
    setFailure(result.ok ? '' : failureText(result.failure))
    if (result.ok) setSessions(result.value.sessoes)
  }, [http])
  // At once, and again with each change: another password ends sessions, too.
  useEffect(() => bus.subscribe('session:changed', ({ status }) => void (status === 'active' && load())), [bus, load])

  const endOthers = async () => {
    const answer = await run('end of sessions', (client) =>
      client.postJson('/conta/sessoes/encerrar', {}, loginAnswerSchema),
    )
    if (answer?.access_token === undefined) return
    setAsked(undefined)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: 'As outras sessões terminaram.' })
  }
  const endOne = async ({ id }: AccountSession) => {
    const answer = await run('end of a session', (client) =>
      client.postJson(`/conta/sessoes/${id}/encerrar`, {}, anyAnswer),
    )
    // One that has ended meanwhile goes from the list, too.
    void load()
    if (answer === undefined) return
    setAsked(undefined)
    bus.publish('toast:requested', { kind: 'success', text: 'A sessão terminou.' })
  }
  const close = () => {
    fail('')
    setAsked(undefined)
  }
  const hasOthers = sessions?.some(({ atual: isOwn }) => !isOwn) ?? false

  return (
    <Card title="Sessões">
      {failure !== '' && <ErrorState title={failure} onRetry={() => void load()} />}
      {!sessions && failure === '' && <Skeleton height={80} lines={2} />}
      {state.errorMessage && !asked && <Alert kind="danger">{state.errorMessage}</Alert>}
      {sessions && failure === '' && (
        <>
          <ul className="auth-sessions">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} busy={state.isFetching} onEnd={() => setAsked(session)} />
            ))}
          </ul>
          {hasOthers ? (
            <Button icon="power" busy={state.isFetching} onClick={() => setAsked('others')}>
              Encerrar as outras sessões
            </Button>
          ) : (
            <p className="ui-muted">Nenhuma outra sessão está aberta.</p>
          )}
        </>
      )}
      {asked && (
        <Question
          title={asked === 'others' ? 'Encerrar as outras sessões?' : 'Encerrar esta sessão?'}
          action="Encerrar"
          isDangerous
          busy={state.isFetching}
          failure={state.errorMessage}
          onCancel={close}
          onSure={() => void (asked === 'others' ? endOthers() : endOne(asked))}
        >
          <p>
            {asked === 'others'
              ? 'Todos os outros navegadores, aparelhos e programas precisam entrar de novo. Este continua.'
              : `${asked.dispositivo}, ${placeOf(asked)}: quem a usa precisa entrar de novo.`}
          </p>
        </Question>
      )}
    </Card>
  )
}

type RowProps = { readonly session: AccountSession; readonly busy: boolean; readonly onEnd: () => void }

const SessionRow = ({ session, busy, onEnd }: RowProps) => (
  <li>
    <div>
      <strong>{session.dispositivo}</strong>
      {session.atual && <span className="auth-own-session">esta sessão</span>}
      <p className="ui-muted">
        {placeOf(session)} · {seen(session)}
      </p>
    </div>
    {!session.atual && (
      <Button size="small" busy={busy} aria-label={`Encerrar ${session.dispositivo}, ${seen(session)}`} onClick={onEnd}>
        Encerrar
      </Button>
    )}
  </li>
)
