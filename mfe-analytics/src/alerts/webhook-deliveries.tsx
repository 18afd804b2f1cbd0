import type { Logger } from '@atalaia/contracts'
import {
  WEBHOOK_DELIVERY_PAGE_SIZE,
  WEBHOOK_DELIVERY_STATES,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from '@atalaia/contracts/alerts'
import { Alert, Button, DataTable, ScrollBox, Skeleton, UNKNOWN, useLoaded, type TableColumn } from '@atalaia/ui'
import { SelectField } from '../controls/select-field.tsx'
import { ListFoot } from '../lists/list-foot.tsx'
import { logLoad } from '../management/call-parts.ts'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import { useAlertsWords } from './alerts-words.ts'
import type { WebhookCalls } from './webhook-calls.ts'

/** `state`: '' for all. `page` from 1. */
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

/** P-ALERT-5 */
export const WebhookDeliveries = ({ webhook, calls, logger, mayChange, query, onQuery }: WebhookDeliveriesProps) => {
  const { t, number } = useAlertsWords()
  const { reasonText, momentText } = useManagementWords()
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
          <DataTable
            className="analytics-deliveries"
            rows={listed}
            keyOf={(delivery) => delivery.id}
            columns={columnsOf({ t, number, momentText }, isBusy, mayChange ? sendAgain : undefined)}
          />
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

const KINDS = ['reopened', 'ping'] as const

type ColumnWords = Pick<ReturnType<typeof useAlertsWords>, 't' | 'number'> &
  Pick<ReturnType<typeof useManagementWords>, 'momentText'>

/** `sendAgain` is `undefined` for people who may not change webhooks. */
const columnsOf = (
  { t, number, momentText }: ColumnWords,
  isBusy: boolean,
  sendAgain: ((delivery: string) => Promise<void>) | undefined,
): readonly TableColumn<WebhookDelivery>[] => [
  {
    key: 'at',
    title: t('calls.at'),
    isRowHeader: true,
    cell: ({ criada_em: addedAt }) => momentText(addedAt),
  },
  {
    key: 'kind',
    title: t('calls.kind'),
    cell: ({ tipo }) => t(`calls.kind.${KINDS.find((kind) => kind === tipo) ?? 'findings'}`),
  },
  { key: 'state', title: t('calls.state'), cell: ({ estado }) => t(`calls.state.${estado}`) },
  { key: 'tries', title: t('calls.tries'), align: 'end', cell: ({ tentativas }) => number(tentativas) },
  {
    key: 'answer',
    title: t('calls.answer'),
    cell: ({ resposta, falha }) => resposta ?? (falha === null ? UNKNOWN : `${t('calls.nothing')} (${falha})`),
  },
  {
    key: 'next',
    title: t('calls.next'),
    cell: ({ proxima_em: next }) => (next === null ? UNKNOWN : momentText(next)),
  },
  {
    key: 'action',
    title: t('calls.action'),
    cell: ({ id: delivery, estado, criada_em: addedAt }) =>
      estado === 'desistida' && sendAgain ? (
        <Button
          size="small"
          busy={isBusy}
          aria-label={t('calls.againWhat', { moment: momentText(addedAt) })}
          onClick={() => void sendAgain(delivery)}
        >
          {t('calls.again')}
        </Button>
      ) : (
        UNKNOWN
      ),
  },
]
