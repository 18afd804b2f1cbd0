import type { Logger } from '@atalaia/contracts'
import type { Webhook, WebhookDeliveryState } from '@atalaia/contracts/alerts'
import { Alert, Button, Dialog } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { Badge } from '../controls/badge.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import { useAlertsWords } from './alerts-words.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import { WebhookDeliveries, type DeliveryQuery } from './webhook-deliveries.tsx'

type WebhookItemProps = {
  readonly webhook: Webhook
  readonly calls: WebhookCalls
  readonly logger: Logger
  readonly mayChange: boolean
  readonly onChanged: (webhook: Webhook) => void
  readonly onRemoved: () => void
  readonly onSecret: (secret: string) => void
}

/** Whether its calls are signed: a chat looks at no signature. */
export const hasSecret = ({ modelo }: Webhook): boolean => modelo === 'atalaia'

export const WebhookItem = ({
  webhook,
  calls,
  logger,
  mayChange,
  onChanged,
  onRemoved,
  onSecret,
}: WebhookItemProps) => {
  const { t } = useAlertsWords()
  const { t: shared, momentText } = useManagementWords()
  const { nome, ativo, segredo_anterior_ate: oldUntil } = webhook
  const { isBusy, problem, run } = useAction()
  const [question, setQuestion] = useState<'remove' | 'rotate'>()
  const [isTested, setTested] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const setActive = async () => {
    const changed = await run(() => calls.setActive(webhook, !ativo))
    if (changed) onChanged(changed)
  }
  const test = async () => {
    setTested(false)
    if (!(await run(() => calls.test(webhook)))) return
    setTested(true)
    onChanged({ ...webhook, esperando: webhook.esperando + 1 })
  }
  const answer = async () => {
    if (question === 'remove') {
      const removed = await run(() => calls.remove(webhook))
      setQuestion(undefined)
      if (removed) onRemoved()
      return
    }
    const rotated = await run(() => calls.rotate(webhook))
    setQuestion(undefined)
    if (!rotated) return
    onChanged({ ...webhook, segredo_anterior_ate: rotated.anterior_ate })
    onSecret(rotated.segredo)
  }
  const deliveries = useRef<HTMLElement>(null)
  const [query, setQuery] = useState<DeliveryQuery>({ state: '', page: 1 })
  const showDeliveries = (state: WebhookDeliveryState) => {
    setOpen(true)
    setQuery({ state, page: 1 })
    deliveries.current?.focus()
  }
  const named = (action: string) => t('hook.what', { action, name: nome })
  return (
    <li className="analytics-item">
      <div className="analytics-item__head">
        <h3>{nome}</h3>
        <Badge tone={ativo ? 'analytics-state--good' : ''} icon={ativo ? 'check' : 'minus'}>
          {t(ativo ? 'hook.active' : 'hook.paused')}
        </Badge>
        {mayChange && (
          <div className="analytics-item__actions">
            <Button size="small" busy={isBusy} aria-label={named(t('hook.test'))} onClick={() => void test()}>
              {t('hook.test')}
            </Button>
            <Button
              size="small"
              busy={isBusy}
              aria-label={named(t(ativo ? 'hook.pause' : 'hook.resume'))}
              onClick={() => void setActive()}
            >
              {t(ativo ? 'hook.pause' : 'hook.resume')}
            </Button>
            {hasSecret(webhook) && (
              <Button
                size="small"
                icon="key"
                aria-label={named(t('hook.rotate'))}
                onClick={() => setQuestion('rotate')}
              >
                {t('hook.rotate')}
              </Button>
            )}
            <Button
              size="small"
              icon="trash"
              aria-label={named(t('hook.remove'))}
              onClick={() => setQuestion('remove')}
            >
              {t('hook.remove')}
            </Button>
          </div>
        )}
      </div>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {isTested && <Alert kind="info">{t('hook.tested')}</Alert>}
      <Facts webhook={webhook} onOpen={showDeliveries} />
      {oldUntil !== null && <p className="analytics-page__note">{t('secret.old', { until: momentText(oldUntil) })}</p>}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={deliveries}>{t('calls.show')}</summary>
        {isOpen && (
          <WebhookDeliveries
            key={webhook.esperando}
            webhook={webhook}
            calls={calls}
            logger={logger}
            mayChange={mayChange}
            query={query}
            onQuery={setQuery}
          />
        )}
      </details>
      <Dialog
        open={question !== undefined}
        title={t(question === 'rotate' ? 'hook.rotateTitle' : 'hook.removeTitle', { name: nome })}
        onClose={() => setQuestion(undefined)}
        actions={
          <>
            <Button onClick={() => setQuestion(undefined)}>{shared('cancel')}</Button>
            <Button variant={question === 'rotate' ? 'primary' : 'danger'} busy={isBusy} onClick={() => void answer()}>
              {t(question === 'rotate' ? 'hook.rotateDo' : 'hook.removeDo')}
            </Button>
          </>
        }
      >
        {t(question === 'rotate' ? 'hook.rotateText' : 'hook.removeText')}
      </Dialog>
    </li>
  )
}

type FactsProps = {
  readonly webhook: Webhook
  readonly onOpen: (state: WebhookDeliveryState) => void
}

const Facts = ({ webhook, onOpen }: FactsProps) => {
  const { t, number } = useAlertsWords()
  const counted = (count: number, name: string, state: WebhookDeliveryState) =>
    count === 0 ? (
      number(count)
    ) : (
      <Button
        size="small"
        variant="ghost"
        aria-label={`${number(count)} ${name}: ${t('calls.show')}`}
        onClick={() => onOpen(state)}
      >
        {number(count)}
      </Button>
    )
  return (
    <dl className="analytics-facts">
      <div>
        <dt>{t('hook.template')}</dt>
        <dd>{t(`template.${webhook.modelo}`)}</dd>
      </div>
      <div>
        <dt>{t('hook.address')}</dt>
        <dd className="analytics-wrap">{webhook.endereco}</dd>
      </div>
      <div>
        <dt>{t('hook.from')}</dt>
        <dd>{t('hook.fromLevel', { level: t(`level.${webhook.gravidade_minima}`).toLowerCase() })}</dd>
      </div>
      <div>
        <dt>{t('hook.waiting')}</dt>
        <dd>{counted(webhook.esperando, t('hook.waiting'), 'esperando')}</dd>
      </div>
      <div>
        <dt>{t('hook.dead')}</dt>
        <dd className={webhook.desistidas > 0 ? 'analytics-bad' : undefined}>
          {counted(webhook.desistidas, t('hook.dead'), 'desistida')}
        </dd>
      </div>
    </dl>
  )
}
