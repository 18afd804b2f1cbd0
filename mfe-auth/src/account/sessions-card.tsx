import { loginAnswerSchema, sessionsSchema, type AccountSession } from '@atalaia/contracts'
import { useRemoteContext, useSession } from '@atalaia/react'
import { Alert, Button, Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { momentText } from '../frame/moment-text.ts'
import { Question } from '../operator/question.tsx'

const PATH = '/conta/sessoes'

const seen = ({ atual: isOwn, visto }: AccountSession) => (isOwn ? 'em uso agora' : `vista ${momentText(visto)}`)

const placeOf = ({ rede, tipo }: AccountSession) => (tipo === 'api' ? `Login pela API, rede ${rede}` : `Rede ${rede}`)

type Asked = AccountSession | 'others'

/** P-ACCOUNT-4, P-SESSION-21 */
export const SessionsCard = () => {
  const { bus } = useRemoteContext()
  const { value, failure, reload } = useAnswer(PATH, (http, signal) => http.get(PATH, sessionsSchema, { signal }))
  const sessions = value?.sessoes
  const [asked, setAsked] = useState<Asked>()
  const { state, run, fail } = useAction()
  const own = useSession()
  const shown = useRef(own)
  // Another password ends sessions, too.
  useEffect(() => {
    if (shown.current !== own && own.status === 'active') reload()
    shown.current = own
  }, [own, reload])

  const endOthers = async () => {
    const answer = await run('end of sessions', (client) => client.postJson(`${PATH}/encerrar`, {}, loginAnswerSchema))
    if (answer?.access_token === undefined) return
    setAsked(undefined)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: 'As outras sessões terminaram.' })
  }
  const endOne = async ({ id }: AccountSession) => {
    const answer = await run('end of a session', (client) => client.postJson(`${PATH}/${id}/encerrar`, {}, anyAnswer))
    // One that has ended meanwhile goes from the list, too.
    reload()
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
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!sessions && failure === undefined && <Skeleton height={80} lines={2} />}
      {state.errorMessage && !asked && <Alert kind="danger">{state.errorMessage}</Alert>}
      {sessions && failure === undefined && (
        <>
          <ul className="auth-sessions">
            {groupsOf(sessions).map((group) => (
              <SessionGroup key={group[0].id} group={group} busy={state.isFetching} onEnd={setAsked} />
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

/** Sessions of one device in one network; never none. */
type Group = readonly [AccountSession, ...AccountSession[]]

/** Groups equal sessions in list order. The current session is alone. */
const groupsOf = (sessions: readonly AccountSession[]): readonly Group[] => {
  const groups = new Map<string, Group>()
  for (const session of sessions) {
    const { id, atual: isOwn, dispositivo, tipo, rede } = session
    const key = isOwn ? id : JSON.stringify([dispositivo, tipo, rede])
    const known = groups.get(key)
    groups.set(key, known ? [...known, session] : [session])
  }
  return [...groups.values()]
}

type GroupProps = {
  readonly group: Group
  readonly busy: boolean
  readonly onEnd: (session: AccountSession) => void
}

const SessionGroup = ({ group, busy, onEnd }: GroupProps) => {
  const [first] = group
  if (group.length === 1) return <SessionRow session={first} busy={busy} onEnd={() => onEnd(first)} />
  return (
    <li className="auth-session-group">
      <details>
        <summary>
          <strong>{first.dispositivo}</strong> · {group.length} sessões
          <span className="ui-muted">
            {placeOf(first)} · a última {seen(first)}
          </span>
        </summary>
        <ul className="auth-sessions">
          {group.map((session) => (
            <SessionRow key={session.id} session={session} busy={busy} onEnd={() => onEnd(session)} />
          ))}
        </ul>
      </details>
    </li>
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
