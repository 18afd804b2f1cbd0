import { webhooksSchema, type Webhook } from '@atalaia/contracts/alerts'
import { Alert, Button, Card, useLoaded } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import { CopyLine } from '../management/copy-line.tsx'
import { FailurePanel } from '../management/failure-panel.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { AddWebhook } from './add-webhook.tsx'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { useAlertsWords } from './alerts-words.ts'
import { createWebhookCalls } from './webhook-calls.ts'
import { hasSecret, WebhookItem } from './webhook-item.tsx'

type Secret = { readonly name: string; readonly text: string }

/** P-ALERT-2 */
export const WebhooksCard = ({ mayChange, http, logger }: CallParts & { readonly mayChange: boolean }) => {
  const { t } = useAlertsWords()
  const calls = useMemo(() => createWebhookCalls(http), [http])
  const { value, failure, reload, change } = useLoaded(
    '/webhooks',
    (signal) => http.get('/webhooks', webhooksSchema, { signal }),
    {
      onFailure: logLoad(logger, '/webhooks'),
    },
  )
  const [secret, setSecret] = useState<Secret>()
  const [added, setAdded] = useState<string>()
  const put = (id: string, webhook?: Webhook) =>
    change(({ webhooks }) => ({ webhooks: webhooks.flatMap((each) => (each.id === id ? (webhook ?? []) : each)) }))
  return (
    <Card title={t('hooks.title')}>
      <p>{t('hooks.lead')}</p>
      {!value && !failure && <AlertsSkeleton lines={4} />}
      {!value && failure && <FailurePanel failure={failure} onRetry={reload} />}
      {secret && <NewSecret secret={secret} onDone={() => setSecret(undefined)} />}
      {value && (
        <>
          {value.webhooks.length === 0 && <p className="analytics-page__note">{t('hooks.empty')}</p>}
          <ul className="analytics-items">
            {value.webhooks.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                calls={calls}
                logger={logger}
                mayChange={mayChange}
                onChanged={(changed) => put(webhook.id, changed)}
                onRemoved={() => put(webhook.id)}
                onSecret={(text) => setSecret({ name: webhook.nome, text })}
              />
            ))}
          </ul>
          {added !== undefined && (
            <Alert kind="success" onDismiss={() => setAdded(undefined)}>
              {t('hook.added', { name: added })}
            </Alert>
          )}
          {mayChange && (
            <AddWebhook
              calls={calls}
              onAdded={(webhook, text) => {
                change(({ webhooks }) => ({ webhooks: [...webhooks, webhook] }))
                setAdded(webhook.nome)
                if (hasSecret(webhook)) setSecret({ name: webhook.nome, text })
              }}
            />
          )}
        </>
      )}
    </Card>
  )
}

const NewSecret = ({ secret: { name, text }, onDone }: { readonly secret: Secret; readonly onDone: () => void }) => {
  const { t } = useAlertsWords()
  return (
    <Alert kind="warning">
      <div className="analytics-code">
        <strong>{t('secret.title', { name })}</strong>
        <span>{t('secret.text')}</span>
        <CopyLine label={t('secret.label')} text={text} />
        <div>
          <Button size="small" onClick={onDone}>
            {t('secret.done')}
          </Button>
        </div>
      </div>
    </Alert>
  )
}
