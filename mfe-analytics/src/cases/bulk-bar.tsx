import type { CasePerson, CasesOutcome, ListedCase } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Outcome } from '../lists/use-list.ts'
import type { CaseListCalls } from './case-list-calls.ts'
import { CaseFields, changeOf, type CaseDraft } from './case-fields.tsx'
import { useCaseWords, type CaseWords } from './case-words.ts'

type BulkBarProps = {
  readonly chosen: readonly ListedCase[]
  readonly people: readonly CasePerson[]
  readonly calls: CaseListCalls
  readonly onChanged: (outcome: Outcome) => void
  readonly onFailed: (outcome: Outcome) => void
  /** Further actions on them. */
  readonly children?: ReactNode
}

/** '2 casos mudaram, 1 já estava assim, 1 mudou enquanto isso e ficou como está.' */
const outcomeText = (changed: string, { iguais, recusados }: CasesOutcome, { t }: CaseWords): string => {
  const others = [
    ...(iguais > 0 ? [t('outcome.same', { count: iguais })] : []),
    ...(recusados.length > 0 ? [t('outcome.refused', { count: recusados.length })] : []),
  ]
  return `${[changed, ...others].join(', ')}.`
}

const UNCHANGED: CaseDraft = { state: '', owner: '', due: '' }

/** The change of all chosen cases at once, of the versions that are shown (P-CASE-6). */
export const BulkBar = ({ chosen, people, calls, onChanged, onFailed, children }: BulkBarProps) => {
  const words = useCaseWords()
  const { t, reasonText } = words
  const [draft, setDraft] = useState(UNCHANGED)
  const [isBusy, setBusy] = useState(false)

  const fail = (text: string) => onFailed({ kind: 'danger', text: `${t('failed')} ${text}` })
  const undo = async (batch: string) => {
    const result = await calls.undo(batch)
    if (!result.ok) return fail(reasonText(result.failure))
    const text = t('undone.changed', { count: result.value.mudados })
    onChanged({ kind: 'success', text: outcomeText(text, result.value, words) })
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    const change = changeOf(draft, UNCHANGED)
    if (isBusy) return
    if (Object.keys(change).length === 0) return onFailed({ kind: 'danger', text: t('apply.nothing') })
    setBusy(true)
    const refs = chosen.map(({ endereco, fonte, versao }) => ({ endereco, fonte, versao }))
    const result = await calls.changeAll(refs, change)
    setBusy(false)
    if (!result.ok) return fail(reasonText(result.failure))
    const { mudados, lote } = result.value
    onChanged({
      kind: 'success',
      text: outcomeText(t('outcome.changed', { count: mudados }), result.value, words),
      ...(lote !== null && { undo: () => void undo(lote) }),
    })
  }
  return (
    <form className="analytics-list__selection" onSubmit={(event) => void apply(event)}>
      <p role="status" tabIndex={-1}>
        {t('selected', { count: chosen.length })}
      </p>
      <CaseFields draft={draft} people={people} canKeep onChange={(changes) => setDraft({ ...draft, ...changes })} />
      <Button type="submit" variant="primary" busy={isBusy} busyLabel={t('applying')}>
        {t('apply')}
      </Button>
      {children}
    </form>
  )
}
