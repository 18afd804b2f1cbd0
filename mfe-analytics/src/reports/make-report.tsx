import { REPORT_MONTHS, type ListedLeakReport } from '@atalaia/contracts/leak-reports'
import { Alert, Button, Card, TextField } from '@atalaia/ui'
import { useId, useRef, useState, type FormEvent } from 'react'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { SelectField } from '../controls/select-field.tsx'
import { DraftNote } from '../management/draft-note.tsx'
import { useAction } from '../management/use-action.ts'
import { useMay } from '../management/use-may.ts'
import { useDraft } from '../session/use-draft.ts'
import type { ReportCalls } from './report-calls.ts'
import { ReportLink } from './report-link.tsx'
import { useReportsWords } from './reports-words.ts'

type MakeReportProps = { readonly calls: ReportCalls; readonly about: string; readonly onMade: () => void }

const ABOUT = ['organizacao', 'endereco'] as const
const draftSchema = object({ about: oneOf(ABOUT), address: string(), months: oneOf(REPORT_MONTHS) })

/** About the organisation or an address (P-REPORT-2), at first `about`. */
export const MakeReport = ({ calls, about, onMade }: MakeReportProps) => {
  const { t } = useReportsWords()
  const mayMake = useMay('reports:make')
  const { isBusy, problem, run } = useAction()
  const name = useId()
  const field = useRef<HTMLInputElement>(null)
  const draft = useDraft('relatorio', { schema: draftSchema })
  const [isMissing, setMissing] = useState(false)
  const led: Infer<typeof draftSchema> = {
    about: about === '' ? 'organizacao' : 'endereco',
    address: about,
    months: REPORT_MONTHS[0],
  }
  // The address whose page led here comes before a draft about another one.
  const form = about === '' || draft.restored === 'no' ? (draft.value ?? led) : led
  const change = (changes: Partial<typeof led>) => {
    setMissing(false)
    draft.set({ ...form, ...changes })
  }
  const [made, setMade] = useState<ListedLeakReport>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMade(undefined)
    const address = form.about === 'endereco' ? form.address.trim() : ''
    if (form.about === 'endereco' && address === '') {
      setMissing(true)
      return field.current?.focus()
    }
    const report = await run(() => calls.make(address, form.months))
    if (!report) return
    draft.set(undefined)
    setMade(report)
    onMade()
  }
  return (
    <Card title={t('make.title')}>
      <p>{t('make.lead')}</p>
      <p className="analytics-page__note">{t('make.monthly')}</p>
      {!mayMake && <p className="analytics-page__note">{t('make.readOnly')}</p>}
      {mayMake && (
        <form className="analytics-code" noValidate onSubmit={(event) => void submit(event)}>
          {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
          {made && (
            <Alert kind="success" onDismiss={() => setMade(undefined)}>
              {t('make.done')} <ReportLink report={made} />
            </Alert>
          )}
          <DraftNote draft={draft} onDiscard={() => draft.set(undefined)} />
          <fieldset className="analytics-choice">
            <legend className="form-label">{t('make.about')}</legend>
            {ABOUT.map((one) => (
              <label key={one}>
                <input type="radio" name={name} checked={form.about === one} onChange={() => change({ about: one })} />{' '}
                {t(`make.about.${one}`)}
              </label>
            ))}
          </fieldset>
          <div className="analytics-form-row">
            {form.about === 'endereco' && (
              <TextField
                ref={field}
                label={t('make.address')}
                {...(isMissing && { error: t('make.missing') })}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
                value={form.address}
                onChange={({ target }) => change({ address: target.value })}
              />
            )}
            <SelectField
              label={t('make.months')}
              value={form.months}
              options={REPORT_MONTHS.map((value) => ({ value, label: t(`months.${value}`) }))}
              onChange={(months) => change({ months })}
            />
            <Button type="submit" variant="primary" busy={isBusy}>
              {t('make.send')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
