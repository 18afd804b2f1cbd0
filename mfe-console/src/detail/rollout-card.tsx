import type { CanaryVerdict, OrderName, RolloutOrder } from '@atalaia/artifact/rows'
import { Alert, Button, Card } from '@atalaia/ui'
import type { Live, RolloutWithActs } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { ACT_TEXT, reasonText, STATUS_TEXT, timeText, whoText } from '../texts.ts'
import type { Question } from '../dialogs/ask.tsx'
import { VerdictView } from './verdict-view.tsx'

type RolloutCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly live: Live
  readonly rollouts: readonly RolloutWithActs[]
  readonly verdicts: readonly { readonly channel: string; readonly verdict: CanaryVerdict }[]
  may(order: OrderName): boolean
  ask(question: Question): void
}

export const RolloutCard = ({ gateway, remote, channel, live, rollouts, verdicts, may, ask }: RolloutCardProps) => {
  const rollout = rollouts.find((one) => one.channel === channel)
  const verdict = verdicts.find((one) => one.channel === channel)?.verdict
  const held = live.pointers.find((one) => one.remote === remote && one.channel === channel)?.held
  return (
    <Card title="Distribuição em passos">
      {!rollout && <p className="ui-muted">Nenhuma distribuição em passos até agora.</p>}
      {rollout && (
        <>
          <p role="status">
            <strong>{rollout.version}</strong> no canal {rollout.channel}:{' '}
            <span className={`console-state console-state--${rollout.status}`}>{STATUS_TEXT[rollout.status]}</span>
            {rollout.status === 'running' && ` · próximo passo a partir de ${timeText(rollout.nextAt)}`}
          </p>
          <Steps rollout={rollout} />
        </>
      )}
      {held && (
        <Alert kind="danger">
          A promoção está retida: ninguém mais recebe a versão até que alguém decida. {reasonText(held)}
        </Alert>
      )}
      {rollout?.status === 'stopped' && rollout.note !== null && (
        <Alert kind="danger">O gateway devolveu todos à versão de antes. {reasonText(rollout.note)}</Alert>
      )}
      {verdict && <VerdictView verdict={verdict} />}
      {rollout && <RolloutOrders {...{ gateway, rollout, may, ask }} isHeld={Boolean(held)} />}
      {rollout && <Acts rollout={rollout} />}
    </Card>
  )
}

const Steps = ({ rollout: { steps, step, status } }: { readonly rollout: RolloutWithActs }) => (
  <ol className="console-steps" aria-label="Passos">
    {steps.map((share, at) => (
      <li
        key={share}
        className={`console-step console-step--${stepState(at, step, status)}`}
        aria-current={at === step && status !== 'done' ? 'step' : undefined}
      >
        {share} %
      </li>
    ))}
  </ol>
)

const stepState = (at: number, step: number, status: RolloutWithActs['status']) => {
  if (at < step || status === 'done') return 'past'
  if (at > step) return 'next'
  return status === 'running' ? 'now' : status === 'paused' ? 'paused' : 'ended'
}

type OrdersProps = {
  readonly gateway: Gateway
  readonly rollout: RolloutWithActs
  readonly isHeld: boolean
  may(order: OrderName): boolean
  ask(question: Question): void
}

const RolloutOrders = ({ gateway, rollout, isHeld, may, ask }: OrdersProps) => {
  const { remote, channel, version, status } = rollout
  if (status !== 'running' && status !== 'paused') return null
  const act =
    (what: RolloutOrder, force = false) =>
    (answer: { readonly why: string | null }) =>
      gateway.act(remote, what, { channel, why: answer.why, force })
  const pause = () =>
    ask({
      title: `Pausar ${version}?`,
      text: 'Os navegadores ficam com o que têm, e nenhum passo é dado.',
      confirm: 'Pausar',
      act: act('pause'),
    })
  const resume = () =>
    ask({
      title: `Retomar ${version}?`,
      text: isHeld
        ? 'A versão está retida. Ao retomar, a retenção é desfeita, e os relatos contam de novo a partir de agora.'
        : 'O próximo passo é dado depois do tempo de um passo.',
      confirm: 'Retomar',
      overrules: isHeld,
      act: act('resume', isHeld),
    })
  const abort = () =>
    ask({
      title: `Desfazer ${version}?`,
      text: 'Todos voltam à versão estável no próximo carregamento.',
      confirm: 'Desfazer',
      danger: true,
      act: act('abort'),
    })
  // One button, whose words change: who has pressed it keeps the focus.
  const next =
    status === 'running'
      ? ({ order: 'pause', ask: pause, label: 'Pausar' } as const)
      : ({ order: 'promote', ask: resume, label: 'Retomar' } as const)
  return (
    <div className="console-orders">
      {may(next.order) && <Button onClick={next.ask}>{next.label}</Button>}
      {may('rollback') && (
        <Button variant="danger" onClick={abort}>
          Desfazer
        </Button>
      )}
    </div>
  )
}

const Acts = ({ rollout: { acts, note, status } }: { readonly rollout: RolloutWithActs }) => (
  <>
    {status === 'running' && note !== null && <p className="ui-muted">O gateway espera: {reasonText(note)}</p>}
    <h3 className="console-subtitle">O que aconteceu</h3>
    <ol className="console-acts">
      {acts.toReversed().map(({ at, act, who, why }) => (
        <li key={at}>
          <time dateTime={at}>{timeText(at)}</time> <strong>{ACT_TEXT[act]}</strong> por {whoText(who)}
          {why !== null && <span className="console-why">{reasonText(why, who)}</span>}
        </li>
      ))}
    </ol>
  </>
)
