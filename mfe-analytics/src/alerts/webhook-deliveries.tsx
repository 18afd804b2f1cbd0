import type { HttpFailure } from '@atalaia/contracts'
import type { Webhook, WebhookDelivery } from '@atalaia/contracts/alerts'
import { Alert, Button, ScrollBox, Skeleton, UNKNOWN } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import { useAlertsWords } from './alerts-words.ts'
import type { WebhookCalls } from './webhook-calls.ts'

type WebhookDeliveriesProps = { readonly webhook: Webhook; readonly calls: WebhookCalls; readonly mayChange: boolean }

/** The last deliveries to a webhook; those that were given up are sent again. */
export const WebhookDeliveries = ({ webhook, calls, mayChange }: WebhookDeliveriesProps) => {
  const { t } = useAlertsWords()
  const { reasonText } = useManagementWords()
  const [listed, setListed] = useState<readonly WebhookDelivery[]>()
  const [failure, setFailure] = useState<HttpFailure>()
  const [asked, setAsked] = useState({ id: webhook.id })
  const { isBusy, problem, run } = useAction()
  useEffect(() => {
    let hasLeft = false
    const load = async () => {
      const result = await calls.deliveries(asked.id)
      if (hasLeft) return
      setFailure(result.ok ? undefined : result.failure)
      if (result.ok) setListed(result.value.entregas)
    }
    void load()
    return () => {
      hasLeft = true
    }
  }, [calls, asked])
  const sendAgain = async (id: string) => {
    if (await run(() => calls.sendAgain(id))) setAsked({ id: webhook.id })
  }
  return (
    <div className="analytics-code">
      {failure && <Alert kind="danger">{reasonText(failure)}</Alert>}
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {!listed && !failure && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={36} lines={3} />
        </div>
      )}
      {listed?.length === 0 && <p className="analytics-page__note">{t('calls.empty')}</p>}
      {listed && listed.length > 0 && (
        <ScrollBox label={t('calls.table', { name: webhook.nome })}>
          <table className="ui-table analytics-deliveries">
            <thead>
              <tr>
                <th scope="col">{t('calls.at')}</th>
                <th scope="col">{t('calls.kind')}</th>
                <th scope="col">{t('calls.state')}</th>
                <th scope="col" className="ui-table__number">
                  {t('calls.tries')}
                </th>
                <th scope="col">{t('calls.answer')}</th>
                <th scope="col">{t('calls.next')}</th>
                <th scope="col">{t('calls.action')}</th>
              </tr>
            </thead>
            <tbody>
              {listed.map((delivery) => (
                <Row
                  key={delivery.id}
                  delivery={delivery}
                  isBusy={isBusy}
                  onAgain={mayChange ? () => void sendAgain(delivery.id) : undefined}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      <div>
        <Button size="small" icon="refresh" onClick={() => setAsked({ id: webhook.id })}>
          {t('calls.refresh')}
        </Button>
      </div>
    </div>
  )
}

type RowProps = {
  readonly delivery: WebhookDelivery
  readonly isBusy: boolean
  readonly onAgain: (() => void) | undefined
}

const Row = ({ delivery, isBusy, onAgain }: RowProps) => {
  const { t, number } = useAlertsWords()
  const { momentText } = useManagementWords()
  const { tipo, estado, criada_em: addedAt, tentativas, resposta, falha, proxima_em: next } = delivery
  const moment = momentText(addedAt)
  return (
    <tr>
      <th scope="row">{moment}</th>
      <td>{t(tipo === 'ping' ? 'calls.kind.ping' : 'calls.kind.findings')}</td>
      <td>{t(`calls.state.${estado}`)}</td>
      <td className="ui-table__number">{number(tentativas)}</td>
      <td>{resposta ?? (falha === null ? UNKNOWN : `${t('calls.nothing')} (${falha})`)}</td>
      <td>{next === null ? UNKNOWN : momentText(next)}</td>
      <td>
        {estado === 'desistida' && onAgain ? (
          <Button size="small" busy={isBusy} aria-label={t('calls.againWhat', { moment })} onClick={onAgain}>
            {t('calls.again')}
          </Button>
        ) : (
          UNKNOWN
        )}
      </td>
    </tr>
  )
}
