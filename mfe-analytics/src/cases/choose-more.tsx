import { MAX_CASES_AT_ONCE, type ListedCase } from '@atalaia/contracts/cases'
import { Button } from '@atalaia/ui'
import { useState, type MouseEvent } from 'react'
import type { CaseListCalls } from './case-list-calls.ts'
import type { CaseQuery } from './case-query.ts'
import { useCaseWords } from './case-words.ts'

type ChooseMoreProps = {
  readonly calls: CaseListCalls
  readonly query: CaseQuery
  readonly found: number
  readonly onChosen: (rows: readonly ListedCase[]) => void
  readonly onFailed: (text: string) => void
}

/** P-CASE-16 */
export const ChooseMore = ({ calls, query, found, onChosen, onFailed }: ChooseMoreProps) => {
  const { t, reasonText } = useCaseWords()
  const [isBusy, setBusy] = useState(false)
  const choose = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const chosen = currentTarget.parentElement?.querySelector<HTMLElement>('[role=status]')
    setBusy(true)
    const result = await calls.first(query)
    setBusy(false)
    if (!result.ok) return onFailed(`${t('failed')} ${reasonText(result.failure)}`)
    onChosen(result.value)
    // The button goes: the focus stays in its bar, at the number of those that are chosen now.
    chosen?.focus()
  }
  const isAll = found <= MAX_CASES_AT_ONCE
  return (
    <Button icon="check" busy={isBusy} onClick={(event) => void choose(event)}>
      {isAll ? t('select.all', { count: found }) : t('select.first', { count: MAX_CASES_AT_ONCE, all: found })}
    </Button>
  )
}
