import type { HttpClient, HttpFailure } from '@atalaia/contracts'
import { caseDetailSchema, type CaseDetail, type CasePerson, type LeakCase } from '@atalaia/contracts/cases'
import { Alert, Button, Skeleton, useAction, useLoaded } from '@atalaia/ui'
import { useMemo, useState, type ReactNode } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { Checklist } from '../address/checklist.tsx'
import { createCaseCalls, type CaseChange } from './case-calls.ts'
import { CaseForm } from './case-form.tsx'
import { CaseHistory, changeText } from './case-history.tsx'
import { useCaseWords } from './case-words.ts'
import { useNoticeStates } from '../notices/notice-states.ts'
import { NextCritical } from './next-critical.tsx'
import { useKnowsPeople } from './people.ts'

export type CaseEditorProps = {
  readonly http: HttpClient
  readonly id: string
  readonly source: string
  readonly people: readonly CasePerson[]
  readonly mayChange: boolean
  readonly renderMessage: (steps: readonly string[]) => ReactNode
  readonly onChanged: (changed: LeakCase) => void
}

type Told = { readonly kind: 'success' | 'danger' | 'warning'; readonly text: string }

/** Current case in a refusal: somebody else has changed it (P-CASE-3). */
const changedMeanwhile = (failure: HttpFailure): CaseDetail | undefined => {
  if (failure.kind !== 'status' || failure.status !== 409) return undefined
  const read = caseDetailSchema.safeParse(failure.body)
  return read.success ? read.data : undefined
}

type StepWords = Parameters<typeof changeText>[1]

const eventsOf = ({ historico, historico_total: total = historico.length }: CaseDetail) => total

const missedText = (now: CaseDetail, seen: CaseDetail, words: StepWords): string => {
  const { t } = words
  const missed = now.historico.slice(0, Math.max(1, eventsOf(now) - eventsOf(seen)))
  const changes = missed.flatMap(({ mudancas }) => mudancas.map((change) => changeText(change, words)))
  return t('changed', { changes: changes.length === 0 ? t('changed.unknown') : changes.join('; ') })
}

export const CaseEditor = ({ http, id, source, people, mayChange, renderMessage, onChanged }: CaseEditorProps) => {
  const knowsPeople = useKnowsPeople()
  const words = useCaseWords()
  const { t, reasonText } = words
  const { wordsFor } = useAddressWords()
  const { noticeName } = useNoticeStates()
  const calls = useMemo(() => createCaseCalls(http), [http])
  const {
    value: detail,
    failure,
    reload,
    change: changeDetail,
  } = useLoaded(`${id} ${source}`, (signal) => calls.detail(id, source, signal))
  const [told, setTold] = useState<Told>()
  const { isBusy, run } = useAction(reasonText)

  if (!detail)
    return failure ? (
      <Alert kind="danger">
        {t('failed.case')} {reasonText(failure)}{' '}
        <Button size="small" icon="refresh" onClick={reload}>
          {t('retry')}
        </Button>
      </Alert>
    ) : (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={38} lines={4} />
      </div>
    )

  const show = (changed: CaseDetail) => {
    changeDetail(() => changed)
    onChanged(changed.caso)
  }
  const save = async (change: CaseChange) => {
    const changed = await run(
      () => calls.change(id, detail.caso, change),
      (refused) => {
        const newer = changedMeanwhile(refused)
        if (!newer) return setTold({ kind: 'danger', text: `${t('failed')} ${reasonText(refused)}` })
        setTold({ kind: 'warning', text: missedText(newer, detail, { ...words, stepName: wordsFor, noticeName }) })
        show(newer)
      },
    )
    if (!changed) return
    setTold({ kind: 'success', text: t('saved') })
    show(changed)
  }
  const mark = async (step: string, done: boolean): Promise<boolean> => {
    const result = await calls.mark(id, source, step, done)
    if (result.ok) show(result.value)
    return result.ok
  }
  const message = renderMessage(detail.passos.map(({ passo }) => passo))
  return (
    <div className="analytics-case__editor">
      {told && (
        <Alert kind={told.kind} onDismiss={() => setTold(undefined)}>
          {told.text} {told.kind === 'success' && knowsPeople && <NextCritical http={http} id={id} source={source} />}
        </Alert>
      )}
      {mayChange ? (
        <CaseForm
          name={`caso.${id}.${source}`}
          shown={detail.caso}
          people={people}
          isBusy={isBusy}
          onSave={(change) => void save(change)}
        >
          {message}
        </CaseForm>
      ) : (
        detail.caso.nota !== '' && <p className="analytics-case__told">{detail.caso.nota}</p>
      )}
      <Checklist steps={detail.passos} title={t('todo')} level={5} onMark={mayChange ? mark : undefined} />
      {!mayChange && message}
      <CaseHistory events={detail.historico} older={eventsOf(detail) - detail.historico.length} stepName={wordsFor} />
    </div>
  )
}
