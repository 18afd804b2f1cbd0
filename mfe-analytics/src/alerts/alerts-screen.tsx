import { PageHeader } from '@atalaia/ui'
import remote from '../../remote.json' with { type: 'json' }
import { SectionLinks } from '../sections/section-links.tsx'
import type { CallParts } from '../management/call-parts.ts'
import { useMay } from '../management/use-may.ts'
import { LazyReminders } from '../notices/lazy-notices.tsx'
import { useAlertsWords } from './alerts-words.ts'
import { LazyPush } from './lazy-push.tsx'
import { OwnAlerts } from './own-alerts.tsx'
import { WebhooksCard } from './webhooks-card.tsx'
import '../management/management.css'

const title = remote.routes.find(({ id }) => id === 'alerts')?.title ?? ''
const trail = ['Dashboard', 'Analises', title]

/** P-ALERT-6 */
export const AlertsScreen = (parts: CallParts) => {
  const { t } = useAlertsWords()
  const mayChange = useMay('webhooks:write')
  return (
    <div className="analytics-page">
      <PageHeader title={title} trail={trail} />
      <SectionLinks />
      <OwnAlerts {...parts} />
      <LazyPush {...parts} />
      <LazyReminders {...parts} />
      {mayChange ? <WebhooksCard {...parts} mayChange /> : <p className="analytics-page__note">{t('hooks.whose')}</p>}
    </div>
  )
}
