import { loginAnswerSchema, sessionsSchema, type AccountSession } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useCallback, useEffect, useState } from 'react'
import { anyAnswer, failureText } from '../api-request.ts'
import { momentText } from '../frame/moment-text.ts'
import { useCall } from '../recovery/use-call.ts'
import { ProofDialog, type Proof } from './proof-dialog.tsx'

const seen = ({ atual: isOwn, visto }: AccountSession) => (isOwn ? 'em uso agora' : `vista ${momentText(visto)}`)

const placeOf = ({ rede, tipo }: AccountSession) => (tipo === 'api' ? `Login pela API, rede ${rede}` : `Rede ${rede}`)

type SessionList = { readonly sessoes: readonly AccountSession[]; readonly confirmar?: string | undefined }

/** The sessions that are asked about: one, or all but this page's own. */
type Asked = AccountSession | 'others'

/** The sessions of the account: by device, network and last use, each with its end (P-ACCOUNT-4, P-SESSION-21). */
export const SessionsCard = () => {
  const { http, bus } = useRemoteContext()
  const [list, setList] = useState<SessionList>()
  const [failure, setFailure] = useState('')
  const [asked, setAsked] = useState<Asked>()
  const { state, run, fail } = useCall()
  const load = useCallback(async () => {
    const result = await http?.get('/conta/sessoes', sessionsSchema)
    if (!result) return
    setFailure(result.ok ? '' : failureText(result.failure))
    if (result.ok) setList(result.value)
  }, [http])
  // At once, and again with each change: another password ends sessions, too.
  useEffect(() => bus.subscribe('session:changed', ({ status }) => void (status === 'active' && load())), [bus, load])

  const endOthers = async (proof: object) => {
    const answer = await run('end of sessions', (client) =>
      client.postJson('/conta/sessoes/encerrar', proof, loginAnswerSchema),
    )
    // Without an answer, the proof that is needed may have changed.
    if (answer?.access_token === undefined) return void load()
    setAsked(undefined)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: 'As outras sessões terminaram.' })
  }
  const endOne = async ({ id }: AccountSession, proof: object) => {
    const answer = await run('end of a session', (client) =>
      client.postJson(`/conta/sessoes/${id}/encerrar`, proof, anyAnswer),
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
  const end = (which: Asked, proof: Proof) => {
    // A wrong password is typed again in its place.
    if (proof.senha === undefined) close()
    void (which === 'others' ? endOthers(proof) : endOne(which, proof))
  }
  const sessions = list?.sessoes
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
        <ProofDialog
          title={asked === 'others' ? 'Encerrar as outras sessões?' : 'Encerrar esta sessão?'}
          what="encerrar sessões"
          confirmLabel="Encerrar"
          proof={list?.confirmar}
          state={state}
          onClose={close}
          onConfirm={(proof) => end(asked, proof)}
        >
          {asked === 'others'
            ? 'Todos os outros navegadores, aparelhos e programas precisam entrar de novo. Este continua.'
            : `${asked.dispositivo}, ${placeOf(asked)}: quem a usa precisa entrar de novo.`}
        </ProofDialog>
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
