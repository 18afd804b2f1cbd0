import { APPROVAL_LIMITS_MS, type Approval, type Plan, type PlanOrder } from '@atalaia/artifact/rows'
import { Alert, Button, Card } from '@atalaia/ui'
import type { Plans } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { audienceText, PLAN_TEXT, reasonText, timeText } from '../texts.ts'
import type { Question } from '../dialogs/ask.tsx'

type PlansCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly plans: Plans
  /** Includes approvals of waiting promotions. */
  readonly mayPromote: boolean
  /** The key may require approvals. */
  readonly mayRule: boolean
  ask(question: Question): void
}

const SHOWN_ENDED = 5

/** Waiting promotions of a channel, and blocks (M-CONSOLE-11). */
export const PlansCard = ({ gateway, remote, channel, plans, mayPromote, mayRule, ask }: PlansCardProps) => {
  const own = plans.plans.filter((plan) => plan.channel === channel)
  const waiting = own.filter(isWaiting)
  const ended = own.filter((plan) => !isWaiting(plan)).slice(0, SHOWN_ENDED)
  const approval = plans.approvals.find((one) => one.channel === channel)
  if (own.length === 0 && !approval && plans.frozen === null && !mayRule) return null
  return (
    <Card title="Promoções que esperam">
      {plans.frozen && (
        <Alert kind="warning">
          Congelado por “{plans.frozen.name}” até {timeText(plans.frozen.until)}: até lá nada é promovido sem motivo.
          Voltar sempre pode.
        </Alert>
      )}
      {approval && (
        <p className="ui-muted">
          Neste canal outra pessoa aprova cada promoção, em até {hoursText(approval.within)}: pedido de {approval.who}.
        </p>
      )}
      {waiting.length === 0 && <p className="ui-muted">Nenhuma promoção espera agora.</p>}
      {waiting.map((plan) => (
        <div key={plan.id} className="console-plan">
          <p>
            <strong>{plan.version}</strong> {shareText(plan)}, pedida por {plan.who}: {PLAN_TEXT[plan.status]}
            {untilText(plan)}
            {plan.why !== null && <span className="console-why">{plan.why}</span>}
          </p>
          {mayPromote && <PlanOrders {...{ gateway, remote, plan, ask }} />}
        </div>
      ))}
      {ended.length > 0 && <h3 className="console-subtitle">Terminadas</h3>}
      {ended.length > 0 && (
        <ol className="console-acts" aria-label="Terminadas">
          {ended.map((plan) => (
            <li key={plan.id}>
              <strong>{plan.version}</strong> {shareText(plan)}: {PLAN_TEXT[plan.status]}
              {plan.approvedBy !== null && `, aprovada por ${plan.approvedBy}`}
              {plan.note !== null && (
                <span className="console-why">{isOfPerson(plan) ? plan.note : reasonText(plan.note)}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {mayRule && <ApprovalOrder {...{ gateway, remote, channel, approval, ask }} />}
    </Card>
  )
}

const isWaiting = ({ status }: Plan): boolean => status === 'asked' || status === 'planned'

const shareText = ({ steps, percent, audience }: Plan): string => {
  const share = steps ? `em passos de ${steps.join(', ')} %` : percent === 100 ? 'para todos' : `para ${percent} %`
  return audience ? `${share} de ${audienceText(audience)}` : share
}

const untilText = ({ status, at, approveUntil }: Plan): string => {
  if (status === 'asked' && approveUntil !== null) return ` até ${timeText(approveUntil)}`
  return at === null ? '' : ` ${timeText(at)}`
}

type PlanOrdersProps = Pick<PlansCardProps, 'gateway' | 'remote' | 'ask'> & { readonly plan: Plan }

const PlanOrders = ({ gateway, remote, plan, ask }: PlanOrdersProps) => {
  const { id, version, status } = plan
  const order = (what: PlanOrder, texts: Pick<Question, 'title' | 'text' | 'confirm' | 'danger'>) => () =>
    ask({ ...texts, act: ({ why }) => gateway.decide(remote, { plan: id, what, why }) })
  const approve = order('approve', {
    title: `Aprovar ${version}?`,
    text: 'O portão julga a versão de novo, e a promoção segue como foi pedida. Quem pediu não pode aprovar.',
    confirm: 'Aprovar',
  })
  const refuse = order('refuse', {
    title: `Recusar ${version}?`,
    text: 'O pedido termina, e nada é promovido. O histórico guarda o motivo.',
    confirm: 'Recusar',
    danger: true,
  })
  const cancel = order('cancel', {
    title: `Cancelar ${version}?`,
    text: 'O pedido termina, e nada é promovido.',
    confirm: 'Cancelar pedido',
    danger: true,
  })
  return (
    <div className="console-orders">
      {status === 'asked' && <Button onClick={approve}>Aprovar {version}</Button>}
      {status === 'asked' && (
        <Button variant="danger" onClick={refuse}>
          Recusar {version}
        </Button>
      )}
      <Button onClick={cancel}>Cancelar o pedido de {version}</Button>
    </div>
  )
}

const HOUR_MS = 3_600_000
const hoursText = (milliseconds: number): string => `${String(milliseconds / HOUR_MS).replace('.', ',')} h`
const MAX_HOURS = APPROVAL_LIMITS_MS.most / HOUR_MS

const hoursFault = (text: string): string | undefined => {
  const hours = Number(text)
  return Number.isInteger(hours) && hours >= 1 && hours <= MAX_HOURS
    ? undefined
    : `Escreva um número inteiro de 1 a ${MAX_HOURS}.`
}

/** True when the person who ended the plan wrote the note. */
const isOfPerson = ({ status }: Pick<Plan, 'status'>) => status === 'declined' || status === 'cancelled'

type ApprovalOrderProps = Pick<PlansCardProps, 'gateway' | 'remote' | 'channel' | 'ask'> & {
  readonly approval: Approval | undefined
}

/** M-CONSOLE-13 */
const ApprovalOrder = ({ gateway, remote, channel, approval, ask }: ApprovalOrderProps) => {
  const require = () =>
    ask({
      title: `Exigir aprovação em ${remote}?`,
      text: `Cada promoção no canal ${channel} passa a esperar pela aprovação de outra pessoa. Voltar não espera.`,
      confirm: 'Exigir',
      reasoned: false,
      field: { label: 'Horas que a outra pessoa tem', initial: '24', fault: hoursFault },
      act: ({ value }) => gateway.requireApproval(remote, channel, Number(value) * HOUR_MS),
    })
  const waive = () =>
    ask({
      title: `Dispensar aprovação em ${remote}?`,
      text: `No canal ${channel} cada um volta a promover sozinho. Os pedidos que já esperam continuam esperando.`,
      confirm: 'Dispensar',
      danger: true,
      reasoned: false,
      act: () => gateway.waiveApproval(remote, channel),
    })
  return (
    <div className="console-orders">
      {approval ? (
        <Button onClick={waive}>Dispensar aprovação</Button>
      ) : (
        <Button onClick={require}>Exigir aprovação</Button>
      )}
    </div>
  )
}
