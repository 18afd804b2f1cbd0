import { WebhooksCard } from '../alerts/webhooks-card.tsx'
import type { ViewProps } from './view-props.ts'
import '../management/management.css'

export const AlertsView = ({ http, logger, rights }: ViewProps) => (
  <div className="analytics-page">
    <WebhooksCard http={http} logger={logger} mayChange={rights.views.includes('alerts:change')} />
  </div>
)
