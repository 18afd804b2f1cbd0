import type { HttpResult } from '@atalaia/contracts'
import { ALERT_LEVELS, type AlertFrequency, type AlertLevel } from '@atalaia/contracts/alerts'
import { Alert, Button } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { useAction } from '../management/use-action.ts'
import { useAlertsWords } from './alerts-words.ts'

type Setting<Frequency> = { readonly frequencia: Frequency; readonly gravidade_minima: AlertLevel }

type AlertSettingFormProps<Frequency extends AlertFrequency, Saved> = {
  readonly setting: Setting<Frequency>
  readonly frequencies: readonly Frequency[]
  readonly save: (setting: Setting<Frequency>) => Promise<HttpResult<Saved>>
  readonly onSaved: (saved: Saved) => void
  readonly children?: ReactNode
}

const nameOf = (frequency: AlertFrequency) => `frequency.${frequency}` as const

export const AlertSettingForm = <Frequency extends AlertFrequency, Saved extends object>(
  props: AlertSettingFormProps<Frequency, Saved>,
) => {
  const { setting, frequencies, save, onSaved, children } = props
  const { t } = useAlertsWords()
  const { isBusy, problem, run } = useAction()
  const [frequency, setFrequency] = useState(setting.frequencia)
  const [level, setLevel] = useState(setting.gravidade_minima)
  const [isSaved, setSaved] = useState(false)
  const send = async () => {
    setSaved(false)
    const saved = await run(() => save({ frequencia: frequency, gravidade_minima: level }))
    if (!saved) return
    setSaved(true)
    onSaved(saved)
  }
  return (
    <form
      className="analytics-code"
      // Paper shows what is set (P-PRINT-3).
      data-printed=""
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
      <div className="analytics-form-row">
        <SelectField
          label={t('frequency')}
          value={frequency}
          options={frequencies.map((value) => ({ value, label: t(nameOf(value)) }))}
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
