import type { HttpClient, HttpFailure } from '@atalaia/contracts'
import { caseDetailSchema, type CaseDetail, type CasePerson, type LeakCase } from '@atalaia/contracts/cases'
import { Alert, Button, Skeleton } from '@atalaia/ui'
import { useEffect, useMemo, useState } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { Checklist } from '../address/checklist.tsx'
import { createCaseCalls, type CaseChange } from './case-calls.ts'
import { CaseForm } from './case-form.tsx'
import { CaseHistory, changeText } from './case-history.tsx'
import { useCaseWords, type CaseWords } from './case-words.ts'

export type CaseEditorProps = {
  readonly http: HttpClient
  /** Id of the monitored address. */
  readonly id: string
  readonly source: string
  readonly people: readonly CasePerson[]
  readonly mayChange: boolean
  /** Called with the case after each change. */
  readonly onChanged: (changed: LeakCase) => void
}

type Told = { readonly kind: 'success' | 'danger' | 'warning'; readonly text: string }

/** The case as it is now, in the body of a refusal because somebody else has changed it (P-CASE-3). */
const changedMeanwhile = (failure: HttpFailure): CaseDetail | undefined => {
  if (failure.kind !== 'status' || failure.status !== 409) return undefined
  const read = caseDetailSchema.safeParse(failure.body)
  return read.success ? read.data : undefined
}

type StepWords = CaseWords & { readonly stepName: (step: string) => string }

const eventsOf = ({ historico, historico_total: total = historico.length }: CaseDetail) => total

const missedText = (now: CaseDetail, seen: CaseDetail, words: StepWords): string => {
  const { t } = words
  const missed = now.historico.slice(0, Math.max(1, eventsOf(now) - eventsOf(seen)))
  const changes = missed.flatMap(({ mudancas }) => mudancas.map((change) => changeText(change, words)))
  return t('changed', { changes: changes.length === 0 ? t('changed.unknown') : changes.join('; ') })
}

/** A case with its form, its checklist and its history. */
export const CaseEditor = ({ http, id, source, people, mayChange, onChanged }: CaseEditorProps) => {
  const words = useCaseWords()
  const { t, reasonText } = words
  const { wordsFor } = useAddressWords()
  const calls = useMemo(() => createCaseCalls(http), [http])
  const [detail, setDetail] = useState<CaseDetail>()
  const [failure, setFailure] = useState<HttpFailure>()
  const [told, setTold] = useState<Told>()
  const [isBusy, setBusy] = useState(false)
  // Another object asks again.
  const [asked, setAsked] = useState({ id, source })

  useEffect(() => {
    let hasLeft = false
    const load = async () => {
      const result = await calls.detail(asked.id, asked.source)
      if (hasLeft) return
      if (result.ok) setDetail(result.value)
      else setFailure(result.failure)
    }
    void load()
    return () => {
      hasLeft = true
    }
  }, [calls, asked])

  if (!detail)
    return failure ? (
      <Alert kind="danger">
        {t('failed.case')} {reasonText(failure)}{' '}
        <Button
          size="small"
          icon="refresh"
          onClick={() => {
            setFailure(undefined)
            setAsked({ id, source })
          }}
        >
          {t('retry')}
        </Button>
      </Alert>
    ) : (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={38} lines={4} />
      </div>
    )

  const show = (changed: CaseDetail) => {
    setDetail(changed)
    onChanged(changed.caso)
  }
  const save = async (change: CaseChange) => {
    setBusy(true)
    const result = await calls.change(id, detail.caso, change)
    setBusy(false)
    const newer = result.ok ? undefined : changedMeanwhile(result.failure)
    if (newer) {
      setTold({ kind: 'warning', text: missedText(newer, detail, { ...words, stepName: wordsFor }) })
      show(newer)
    } else if (result.ok) {
      setTold({ kind: 'success', text: t('saved') })
      show(result.value)
    } else setTold({ kind: 'danger', text: `${t('failed')} ${reasonText(result.failure)}` })
  }
  const mark = async (step: string, done: boolean): Promise<boolean> => {
    const result = await calls.mark(id, source, step, done)
    if (result.ok) show(result.value)
    return result.ok
  }
  return (
    <div className="analytics-case__editor">
      {told && (
        <Alert kind={told.kind} onDismiss={() => setTold(undefined)}>
          {told.text}
        </Alert>
      )}
      {mayChange ? (
        <CaseForm shown={detail.caso} people={people} isBusy={isBusy} onSave={(change) => void save(change)} />
      ) : (
        detail.caso.nota !== '' && <p className="analytics-case__told">{detail.caso.nota}</p>
      )}
      <Checklist steps={detail.passos} title={t('todo')} level={5} onMark={mayChange ? mark : undefined} />
      <CaseHistory events={detail.historico} older={eventsOf(detail) - detail.historico.length} stepName={wordsFor} />
    </div>
  )
}
