import type { CasePerson, CasesOutcome, ListedCase } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Outcome } from '../lists/use-list.ts'
import type { CaseListCalls } from './case-list-calls.ts'
import { CaseFields, changeOf, type CaseDraft } from './case-fields.tsx'
import { useCaseWords, type CaseWords } from './case-words.ts'
import { keyOf } from './columns.tsx'

type BulkBarProps = {
  readonly chosen: readonly ListedCase[]
  readonly people: readonly CasePerson[]
  readonly calls: CaseListCalls
  /** `kept` are the keys of cases that stay chosen. */
  readonly onChanged: (outcome: Outcome, kept: readonly string[]) => void
  readonly onFailed: (outcome: Outcome) => void
  /** Further actions on them. */
  readonly children?: ReactNode
}

/** Refused cases of which so many are named. */
const MAX_NAMED = 5

/** '2 casos mudaram, 1 já estava assim, 1 mudou enquanto isso e ficou como está.', and which that is (P-CASE-13). */
const outcomeOf = (
  changed: string,
  { iguais, recusados }: CasesOutcome,
  chosen: readonly ListedCase[],
  { t }: CaseWords,
): Pick<Outcome, 'kind' | 'text'> => {
  const gone = recusados.filter(({ motivo }) => motivo === 'nao-existe').length
  const counts = [
    changed,
    ...(iguais > 0 ? [t('outcome.same', { count: iguais })] : []),
    ...(recusados.length > gone ? [t('outcome.refused', { count: recusados.length - gone })] : []),
    ...(gone > 0 ? [t('outcome.gone', { count: gone })] : []),
  ]
  const text = `${counts.join(', ')}.`
  if (recusados.length === 0) return { kind: 'success', text }
  const keys = new Set(recusados.map(keyOf))
  const names = chosen
    .filter((row) => keys.has(keyOf(row)))
    .map(({ email, titulo, fonte }) => t('outcome.named', { address: email, source: titulo ?? fonte }))
  const more = names.length > MAX_NAMED ? [t('outcome.more', { count: names.length - MAX_NAMED })] : []
  const named = [...names.slice(0, MAX_NAMED), ...more].join('; ')
  return { kind: 'warning', text: `${text} ${t('outcome.kept', { count: recusados.length, names: named })}` }
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
    onChanged(outcomeOf(text, result.value, chosen, words), result.value.recusados.map(keyOf))
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
    const { mudados, lote, recusados } = result.value
    const told = outcomeOf(t('outcome.changed', { count: mudados }), result.value, chosen, words)
    onChanged({ ...told, ...(lote !== null && { undo: () => void undo(lote) }) }, recusados.map(keyOf))
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
