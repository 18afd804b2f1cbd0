import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { ALERT_FREQUENCIES, ownAlertSettingSchema } from '@atalaia/contracts/alerts'
import { Link } from '@atalaia/react/router'
import { Card, useLoaded } from '@atalaia/ui'
import { FailurePanel } from '../management/failure-panel.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { AlertSettingForm } from './alert-setting-form.tsx'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { useAlertsWords } from './alerts-words.ts'

/** P-ALERT-1 */
export const OwnAlerts = ({ http, logger }: CallParts) => {
  const { t } = useAlertsWords()
  const { value, failure, reload, change } = useLoaded(
    '/alertas',
    (signal) => http.get('/alertas', ownAlertSettingSchema, { signal }),
    {
      onFailure: logLoad(logger, '/alertas'),
    },
  )
  return (
    <Card title={t('own.title')}>
      <p>{t('own.lead')}</p>
      {!value && !failure && <AlertsSkeleton lines={3} />}
      {!value && failure && <FailurePanel failure={failure} onRetry={reload} />}
      {value && (
        <AlertSettingForm
          setting={value}
          frequencies={ALERT_FREQUENCIES}
          save={(setting) => http.postJson('/alertas', setting, ownAlertSettingSchema)}
          onSaved={(next) => change(() => next)}
        >
          <p className="analytics-page__note">
            {t('own.to', { mailbox: value.para })} <Link to={PRODUCT_ROUTES.account}>{t('own.account')}</Link>
          </p>
          <p className="analytics-page__note">{t('own.more')}</p>
        </AlertSettingForm>
      )}
    </Card>
  )
}
