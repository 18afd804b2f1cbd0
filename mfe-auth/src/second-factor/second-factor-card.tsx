import { secondFactorSchema, type FactorChanged, type SecondFactors } from '@atalaia/contracts/second-factor'
import { useRemoteContext } from '@atalaia/react'
import { Button, Card, ErrorState, formatDate, Skeleton } from '@atalaia/ui'
import { useRef, useState, type ReactNode } from 'react'
import { useAnswer } from '../api-calls.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { AppTask, PasskeyTask, PasswordTask, RenameTask } from './tasks.tsx'
import './second-factor.css'

type Task =
  | { readonly kind: 'app' | 'app-off' | 'key' | 'codes' }
  | { readonly kind: 'rename' | 'remove'; readonly id: string }

const BASE = '/conta/segundo-fator'

/** P-FACTOR-1 P-FACTOR-7 */
export const SecondFactorCard = () => {
  const { config, bus } = useRemoteContext()
  const {
    value: factors,
    failure,
    reload,
  } = useAnswer(BASE, (http, signal) => http.get(BASE, secondFactorSchema, { signal }))
  const [task, setTask] = useState<Task>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const place = useRef<HTMLDivElement>(null)

  const close = () => {
    setTask(undefined)
    place.current?.focus()
  }
  const done = ({ codigos = [], access_token: accessToken }: FactorChanged) => {
    setCodes(codigos)
    close()
    if (accessToken !== undefined) {
      bus.publish('login:succeeded', { kind: 'token', accessToken })
      bus.publish('toast:requested', { kind: 'success', text: 'As outras sessões terminaram.' })
    }
    reload()
  }
  const ends = { onDone: done, onCancel: close }

  return (
    <Card title="Verificação em duas etapas">
      <div ref={place} tabIndex={-1} className="factor">
        {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
        {!factors && failure === undefined && <Skeleton height={120} lines={3} />}
        {codes.length > 0 && <RecoveryCodes codes={codes} brand={config.brand} onKept={() => setCodes([])} />}
        {factors && (
          <>
            <p>{summaryOf(factors)}</p>
            <Part
              title="Aplicativo de códigos"
              text={
                factors.aplicativo ? 'Ligado.' : 'Um aplicativo no celular mostra um código novo a cada 30 segundos.'
              }
            >
              {task?.kind === 'app' && <AppTask {...ends} />}
              {task?.kind === 'app-off' && (
                <PasswordTask {...ends} path={`${BASE}/aplicativo/remover`} submitLabel="Desligar aplicativo">
                  O aplicativo deixa de dar códigos para esta conta.
                </PasswordTask>
              )}
              {task?.kind !== 'app' && task?.kind !== 'app-off' && (
                <Button icon="phone" onClick={() => setTask({ kind: factors.aplicativo ? 'app-off' : 'app' })}>
                  {factors.aplicativo ? 'Desligar aplicativo' : 'Ligar aplicativo'}
                </Button>
              )}
            </Part>
            <Part
              title="Chaves de acesso"
              text="O celular, o computador ou uma chave de segurança confirma quem você é. Com ela você entra também sem senha."
            >
              {factors.chaves.length > 0 && (
                <ul className="factor-keys">
                  {factors.chaves.map((key) => (
                    <PasskeyRow key={key.id} passkey={key} task={task} setTask={setTask} ends={ends} />
                  ))}
                </ul>
              )}
              {task?.kind === 'key' ? (
                <PasskeyTask {...ends} />
              ) : (
                <Button icon="fingerprint" onClick={() => setTask({ kind: 'key' })}>
                  Adicionar chave de acesso
                </Button>
              )}
            </Part>
            {isOn(factors) && (
              <>
                <Part title="Códigos de recuperação" text={`${leftText(factors.codigos)} Servem quando o resto falta.`}>
                  {task?.kind === 'codes' ? (
                    <PasswordTask {...ends} path={`${BASE}/codigos`} submitLabel="Gerar novos códigos">
                      Os códigos anteriores deixam de valer.
                    </PasswordTask>
                  ) : (
                    <Button icon="refresh" onClick={() => setTask({ kind: 'codes' })}>
                      Gerar novos códigos
                    </Button>
                  )}
                </Part>
              </>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

const isOn = ({ aplicativo, chaves }: SecondFactors) => aplicativo || chaves.length > 0

const summaryOf = (factors: SecondFactors): string => {
  if (isOn(factors)) return 'Ligada: a senha sozinha não abre a sua conta.'
  return factors.exigida
    ? 'A sua organização exige a verificação em duas etapas. Ligue uma das formas abaixo para continuar.'
    : 'Desligada. Com ela, quem descobre a sua senha ainda não entra.'
}

const leftText = (left: number): string => {
  if (left === 0) return 'Nenhum código resta.'
  return left === 1 ? 'Resta 1 código.' : `Restam ${left} códigos.`
}

type PartProps = { readonly title: string; readonly text: string; readonly children: ReactNode }

const Part = ({ title, text, children }: PartProps) => (
  <section className="factor-part">
    <h3 className="factor-part__title">{title}</h3>
    <p className="ui-muted">{text}</p>
    {children}
  </section>
)

type PasskeyRowProps = {
  readonly passkey: SecondFactors['chaves'][number]
  readonly task: Task | undefined
  readonly setTask: (task: Task) => void
  readonly ends: { readonly onDone: (changed: FactorChanged) => void; readonly onCancel: () => void }
}

const PasskeyRow = ({
  passkey: { id, nome, usada_em: usedAt, criada_em: madeAt },
  task,
  setTask,
  ends,
}: PasskeyRowProps) => {
  const own = task && 'id' in task && task.id === id ? task.kind : undefined
  return (
    <li className="factor-key">
      <p>
        <strong>{nome}</strong>
        <span className="ui-muted">
          {usedAt === null ? `Criada em ${formatDate(madeAt)}, ainda não usada` : `Usada em ${formatDate(usedAt)}`}
        </span>
      </p>
      {own === undefined && (
        <div className="factor-actions">
          <Button size="small" aria-label={`Renomear ${nome}`} onClick={() => setTask({ kind: 'rename', id })}>
            Renomear
          </Button>
          <Button
            size="small"
            icon="trash"
            aria-label={`Remover ${nome}`}
            onClick={() => setTask({ kind: 'remove', id })}
          >
            Remover
          </Button>
        </div>
      )}
      {own === 'rename' && <RenameTask {...ends} id={id} name={nome} />}
      {own === 'remove' && (
        <PasswordTask {...ends} path={`${BASE}/chaves/${id}/remover`} submitLabel="Remover chave">
          Esta chave deixa de abrir a sua conta.
        </PasswordTask>
      )}
    </li>
  )
}
