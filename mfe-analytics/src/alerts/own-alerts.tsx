import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { ALERT_FREQUENCIES, ownAlertSettingSchema } from '@atalaia/contracts/alerts'
import { Link } from '@atalaia/react/router'
import { Card } from '@atalaia/ui'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useLoaded, type CallParts } from '../management/use-loaded.ts'
import { AlertSettingForm } from './alert-setting-form.tsx'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { useAlertsWords } from './alerts-words.ts'

/** The times and the findings of which the person is told by mail (P-ALERT-1). */
export const OwnAlerts = (parts: CallParts) => {
  const { t } = useAlertsWords()
  const { state, reload, show } = useLoaded({ ...parts, path: '/alertas', schema: ownAlertSettingSchema })
  return (
    <Card title={t('own.title')}>
      <p>{t('own.lead')}</p>
      {state.status === 'loading' && <AlertsSkeleton lines={3} />}
      {state.status === 'failed' && <FailurePanel failure={state.failure} onRetry={reload} />}
      {state.status === 'ready' && (
        <AlertSettingForm
          setting={state.value}
          frequencies={ALERT_FREQUENCIES}
          save={(setting) => parts.http.postJson('/alertas', setting, ownAlertSettingSchema)}
          onSaved={(next) => show(() => next)}
        >
          <p className="analytics-page__note">
            {t('own.to', { mailbox: state.value.para })} <Link to={PRODUCT_ROUTES.account}>{t('own.account')}</Link>
          </p>
        </AlertSettingForm>
      )}
    </Card>
  )
}
