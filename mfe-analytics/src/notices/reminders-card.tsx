import { Alert, Button, Card, Skeleton, useLoaded } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useAction } from '../management/use-action.ts'
import { useMay } from '../management/use-may.ts'
import { createNoticeCalls } from './notice-calls.ts'
import { useNoticesWords } from './notices-words.ts'

const NEVER = 'nunca'
const CHOICES = [NEVER, '3', '7', '14', '30']

/** Reminders of notices to people (P-NOTICE-50). */
export const RemindersCard = ({ http, logger }: CallParts) => {
  const { t } = useNoticesWords()
  const mayChange = useMay('cases:change')
  const calls = useMemo(() => createNoticeCalls(http), [http])
  const { value, failure, reload, change } = useLoaded('/avisos/lembretes', calls.reminders, {
    onFailure: logLoad(logger, '/avisos/lembretes'),
  })
  const { isBusy, problem, run } = useAction()
  const [chosen, setChosen] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const kept = value?.dias == null ? NEVER : String(value.dias)
  const shown = chosen ?? kept
  const save = async () => {
    setSaved(false)
    const next = await run(() => calls.remind(shown === NEVER ? null : Number(shown)))
    if (!next) return
    change(() => next)
    setSaved(true)
  }
  const nameOf = (choice: string) =>
    choice === NEVER ? t('reminders.never') : t('reminders.days', { days: Number(choice) })
  // An older API has no notices.
  if (failure?.kind === 'status' && failure.status === 404) return null
  return (
    <Card title={t('reminders.title')}>
      <p>{t('reminders.lead')}</p>
      {!value && !failure && <Skeleton height={38} lines={1} />}
      {!value && failure && <FailurePanel failure={failure} onRetry={reload} />}
      {value && !mayChange && <p>{nameOf(kept)}</p>}
      {value && mayChange && (
        <form
          className="analytics-code"
          data-printed=""
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <div className="analytics-form-row">
            <SelectField
              label={t('reminders.after')}
              value={shown}
              options={[...new Set([...CHOICES, kept])].map((choice) => ({ value: choice, label: nameOf(choice) }))}
              onChange={(choice) => {
                setChosen(choice)
                setSaved(false)
              }}
            />
            <Button type="submit" variant="primary" busy={isBusy}>
              {t('reminders.save')}
            </Button>
          </div>
          {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
          {isSaved && <Alert kind="success">{t('reminders.saved')}</Alert>}
        </form>
      )}
    </Card>
  )
}
