import { REPORT_MONTHS, type ListedLeakReport } from '@atalaia/contracts/leak-reports'
import { Alert, Button, Card, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { useAction } from '../management/use-action.ts'
import { useMay } from '../management/use-may.ts'
import type { ReportCalls, ReportMonths } from './report-calls.ts'
import { ReportLink } from './report-link.tsx'
import { useReportsWords } from './reports-words.ts'

type MakeReportProps = { readonly calls: ReportCalls; readonly about: string; readonly onMade: () => void }

/** Has a report made, about the organisation or one address (P-REPORT-2), at first the one in `about`. */
export const MakeReport = ({ calls, about, onMade }: MakeReportProps) => {
  const { t } = useReportsWords()
  const mayMake = useMay('reports:make')
  const { isBusy, problem, run } = useAction()
  const [address, setAddress] = useState(about)
  const [months, setMonths] = useState<ReportMonths>(REPORT_MONTHS[0])
  const [made, setMade] = useState<ListedLeakReport>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMade(undefined)
    const report = await run(() => calls.make(address.trim(), months))
    if (!report) return
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
          <div className="analytics-form-row">
            <TextField
              label={t('make.address')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
            <SelectField
              label={t('make.months')}
              value={months}
              options={REPORT_MONTHS.map((value) => ({ value, label: t(`months.${value}`) }))}
              onChange={setMonths}
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
