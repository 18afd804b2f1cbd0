import type { Logger } from '@atalaia/contracts'
import {
  WEBHOOK_DELIVERY_PAGE_SIZE,
  WEBHOOK_DELIVERY_STATES,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from '@atalaia/contracts/alerts'
import { Alert, Button, ScrollBox, Skeleton, UNKNOWN, useLoaded } from '@atalaia/ui'
import { SelectField } from '../controls/select-field.tsx'
import { ListFoot } from '../lists/list-foot.tsx'
import { logLoad } from '../management/call-parts.ts'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import { useAlertsWords } from './alerts-words.ts'
import type { WebhookCalls } from './webhook-calls.ts'

/** `state`: '' for all deliveries. `page` from 1. */
export type DeliveryQuery = { readonly state: WebhookDeliveryState | ''; readonly page: number }

const queryText = ({ state, page }: DeliveryQuery): string => {
  const text = new URLSearchParams({ ...(state && { estado: state }), ...(page > 1 && { pagina: String(page) }) })
  return text.size === 0 ? '' : `?${text}`
}

type WebhookDeliveriesProps = {
  readonly webhook: Webhook
  readonly calls: WebhookCalls
  readonly logger: Logger
  readonly mayChange: boolean
  readonly query: DeliveryQuery
  readonly onQuery: (query: DeliveryQuery) => void
}

/** The deliveries to a webhook (P-ALERT-5); those that were given up are sent again. */
export const WebhookDeliveries = ({ webhook, calls, logger, mayChange, query, onQuery }: WebhookDeliveriesProps) => {
  const { t } = useAlertsWords()
  const { reasonText } = useManagementWords()
  const { id, nome } = webhook
  const asked = queryText(query)
  const {
    value: page,
    failure,
    reload,
  } = useLoaded(asked, (signal) => calls.deliveries(id, asked, signal), {
    keeps: true,
    onFailure: logLoad(logger, 'the list of deliveries'),
  })
  const { isBusy, problem, run } = useAction()
  const listed = page?.entregas
  const found = page?.encontradas ?? 0
  const sendAgain = async (delivery: string) => {
    if (!(await run(() => calls.sendAgain(delivery)))) return
    // Of those that were given up it may have been the last one of the page.
    if (query.page > 1 && listed?.length === 1) onQuery({ ...query, page: query.page - 1 })
    else reload()
  }
  return (
    <div className="analytics-code">
      {failure && <Alert kind="danger">{reasonText(failure)}</Alert>}
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      <SelectField
        label={t('calls.state')}
        value={query.state}
        options={(['', ...WEBHOOK_DELIVERY_STATES] as const).map((value) => ({
          value,
          label: t(value === '' ? 'calls.every' : `calls.state.${value}`),
        }))}
        onChange={(state) => onQuery({ state, page: 1 })}
      />
      {!listed && !failure && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={36} lines={3} />
        </div>
      )}
      {listed?.length === 0 && (
        <p className="analytics-page__note">{t(query.state === '' ? 'calls.empty' : 'calls.none')}</p>
      )}
      {listed && listed.length > 0 && (
        <ScrollBox label={t('calls.table', { name: nome })}>
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
      {found > WEBHOOK_DELIVERY_PAGE_SIZE && (
        <ListFoot
          found={t('calls.found', { found })}
          page={query.page}
          pages={Math.ceil(found / WEBHOOK_DELIVERY_PAGE_SIZE)}
          onPage={(at) => onQuery({ ...query, page: at })}
          label={t('calls.pages', { name: nome })}
        />
      )}
      <div>
        <Button size="small" icon="refresh" onClick={reload}>
          {t('calls.refresh')}
        </Button>
      </div>
    </div>
  )
}

/** The kinds of calls that have a name of their own. */
const KINDS = ['reopened', 'ping'] as const

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
      <td>{t(`calls.kind.${KINDS.find((kind) => kind === tipo) ?? 'findings'}`)}</td>
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
