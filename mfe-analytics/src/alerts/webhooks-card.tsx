import { webhooksSchema, type Webhook } from '@atalaia/contracts/alerts'
import { Alert, Button, Card } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import { CopyLine } from '../management/copy-line.tsx'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useLoaded, type CallParts } from '../management/use-loaded.ts'
import { AddWebhook } from './add-webhook.tsx'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { useAlertsWords } from './alerts-words.ts'
import { createWebhookCalls } from './webhook-calls.ts'
import { WebhookItem } from './webhook-item.tsx'

type Secret = { readonly name: string; readonly text: string }

/** The webhooks of the organisation, for those who administer it (P-ALERT-2). */
export const WebhooksCard = ({ mayChange, ...parts }: CallParts & { readonly mayChange: boolean }) => {
  const { t } = useAlertsWords()
  const { http } = parts
  const calls = useMemo(() => createWebhookCalls(http), [http])
  const { state, reload, show } = useLoaded({ ...parts, path: '/webhooks', schema: webhooksSchema })
  const [secret, setSecret] = useState<Secret>()
  const put = (id: string, webhook?: Webhook) =>
    show(({ webhooks }) => ({ webhooks: webhooks.flatMap((each) => (each.id === id ? (webhook ?? []) : each)) }))
  return (
    <Card title={t('hooks.title')}>
      <p>{t('hooks.lead')}</p>
      {state.status === 'loading' && <AlertsSkeleton lines={4} />}
      {state.status === 'failed' && <FailurePanel failure={state.failure} onRetry={reload} />}
      {secret && <NewSecret secret={secret} onDone={() => setSecret(undefined)} />}
      {state.status === 'ready' && (
        <>
          {state.value.webhooks.length === 0 && <p className="analytics-page__note">{t('hooks.empty')}</p>}
          <ul className="analytics-items">
            {state.value.webhooks.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                calls={calls}
                logger={parts.logger}
                mayChange={mayChange}
                onChanged={(changed) => put(webhook.id, changed)}
                onRemoved={() => put(webhook.id)}
                onSecret={(text) => setSecret({ name: webhook.nome, text })}
              />
            ))}
          </ul>
          {mayChange && (
            <AddWebhook
              calls={calls}
              onAdded={(webhook, text) => {
                show(({ webhooks }) => ({ webhooks: [...webhooks, webhook] }))
                // A chat looks at no signature.
                if (webhook.modelo === 'atalaia') setSecret({ name: webhook.nome, text })
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
