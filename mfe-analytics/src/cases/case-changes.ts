import type { CasePerson, CasesOutcome, ListedCase } from '@atalaia/contracts/cases'
import { useAction } from '@atalaia/ui'
import type { Outcome } from '../lists/use-list.ts'
import type { CaseChange } from './case-calls.ts'
import type { CaseListCalls } from './case-list-calls.ts'
import { useCaseWords, type CaseWords } from './case-words.ts'
import { keyOf } from './columns.tsx'

const MAX_NAMED = 5

/** '3 casos marcados como Tratado'. */
const changedText = (
  count: number,
  { estado, responsavel, prazo }: CaseChange,
  people: readonly CasePerson[],
  { t, stateName, date }: CaseWords,
): string => {
  if (estado !== undefined) return t('outcome.state', { count, value: stateName(estado) })
  if (responsavel === null) return t('outcome.nobody', { count })
  if (responsavel !== undefined)
    return t('outcome.owner', { count, value: people.find(({ id }) => id === responsavel)?.email ?? '' })
  if (prazo === undefined) return t('outcome.changed', { count })
  return prazo === null ? t('outcome.noDue', { count }) : t('outcome.due', { count, value: date(prazo) })
}

/** '2 casos marcados como Tratado, 1 já estava assim, 1 mudou enquanto isso e ficou como está.', and which that is (P-CASE-13). */
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

type ChangeParts = {
  readonly calls: CaseListCalls
  readonly people: readonly CasePerson[]
  /** `refused`: keys of unchanged cases. */
  readonly onChanged: (outcome: Outcome, refused: readonly string[]) => void
  readonly onFailed: (outcome: Outcome) => void
}

/** Changes of one or several cases of the list, of the versions that are shown (P-CASE-6), each of which can be undone. */
export const useCaseChanges = ({ calls, people, onChanged, onFailed }: ChangeParts) => {
  const words = useCaseWords()
  const { t, reasonText } = words
  const { isBusy, run } = useAction(reasonText)
  const fail = (text: string) => onFailed({ kind: 'danger', text: `${t('failed')} ${text}` })

  const undo = async (batch: string, rows: readonly ListedCase[]) => {
    const done = await run(
      () => calls.undo(batch),
      (failure) => fail(reasonText(failure)),
    )
    if (!done) return
    const text = t('undone.changed', { count: done.mudados })
    onChanged(outcomeOf(text, done, rows, words), done.recusados.map(keyOf))
  }
  const change = async (rows: readonly ListedCase[], wanted: CaseChange) => {
    const refs = rows.map(({ endereco, fonte, versao }) => ({ endereco, fonte, versao }))
    const done = await run(
      () => calls.changeAll(refs, wanted),
      (failure) => fail(reasonText(failure)),
    )
    if (!done) return
    const { mudados, lote, recusados } = done
    const told = outcomeOf(changedText(mudados, wanted, people, words), done, rows, words)
    onChanged({ ...told, ...(lote !== null && { undo: () => void undo(lote, rows) }) }, recusados.map(keyOf))
  }
  return { isBusy, change: (rows: readonly ListedCase[], wanted: CaseChange) => void change(rows, wanted) }
}
