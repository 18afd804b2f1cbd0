import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { ALERT_FREQUENCIES, ALERT_LEVELS, ownAlertSettingSchema, type OwnAlertSetting } from '@atalaia/contracts/alerts'
import { Link } from '@atalaia/react/router'
import { Alert, Button, Card, Skeleton } from '@atalaia/ui'
import { useState } from 'react'
import { FailurePanel } from '../management/failure-panel.tsx'
import { SelectField } from '../controls/select-field.tsx'
import { useAction } from '../management/use-action.ts'
import { useLoaded, type CallParts } from '../management/use-loaded.ts'
import { useAlertsWords } from './alerts-words.ts'

/** When, and of what, the person is told by mail (P-ALERT-1). */
export const OwnAlerts = (parts: CallParts) => {
  const { t } = useAlertsWords()
  const { state, reload, show } = useLoaded({ ...parts, path: '/alertas', schema: ownAlertSettingSchema })
  return (
    <Card title={t('own.title')}>
      <p>{t('own.lead')}</p>
      {state.status === 'loading' && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={36} lines={3} />
        </div>
      )}
      {state.status === 'failed' && <FailurePanel failure={state.failure} onRetry={reload} />}
      {state.status === 'ready' && (
        <Setting http={parts.http} setting={state.value} onSaved={(next) => show(() => next)} />
      )}
    </Card>
  )
}

type SettingProps = {
  readonly http: CallParts['http']
  readonly setting: OwnAlertSetting
  readonly onSaved: (setting: OwnAlertSetting) => void
}

const Setting = ({ http, setting, onSaved }: SettingProps) => {
  const { t } = useAlertsWords()
  const { isBusy, problem, run } = useAction()
  const [frequency, setFrequency] = useState(setting.frequencia)
  const [level, setLevel] = useState(setting.gravidade_minima)
  const [isSaved, setSaved] = useState(false)
  const save = async () => {
    setSaved(false)
    const body = { frequencia: frequency, gravidade_minima: level }
    const saved = await run(() => http.postJson('/alertas', body, ownAlertSettingSchema))
    if (!saved) return
    setSaved(true)
    onSaved(saved)
  }
  return (
    <form
      className="analytics-code"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="analytics-page__note">
        {t('own.to', { mailbox: setting.para })} <Link to={PRODUCT_ROUTES.account}>{t('own.account')}</Link>
      </p>
      <div className="analytics-form-row">
        <SelectField
          label={t('frequency')}
          value={frequency}
          options={ALERT_FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
          onChange={setFrequency}
        />
        <SelectField
          label={t('level')}
          value={level}
          options={ALERT_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
          onChange={setLevel}
        />
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('save')}
        </Button>
      </div>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {isSaved && <Alert kind="success">{t('saved')}</Alert>}
    </form>
  )
}
