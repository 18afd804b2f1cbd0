import type { CasePerson, ListedCase } from '@atalaia/contracts/cases'
import { IconButton } from '@atalaia/ui'
import type { ReactNode } from 'react'
import type { CaseChange } from './case-calls.ts'
import { DueMenu, OwnerMenu, StateMenu } from './case-menus.tsx'
import { useCaseWords } from './case-words.ts'

type BulkBarProps = {
  readonly chosen: readonly ListedCase[]
  readonly people: readonly CasePerson[]
  readonly isBusy: boolean
  readonly onChange: (change: CaseChange) => void
  readonly onClear: () => void
  readonly children?: ReactNode
}

/** The changes of all chosen cases at once, at the lower edge of the window (P-CASE-6, P-CASE-22). */
export const BulkBar = ({ chosen, people, isBusy, onChange, onClear, children }: BulkBarProps) => {
  const { t } = useCaseWords()
  return (
    <div className="analytics-list__selection" aria-busy={isBusy}>
      <p role="status" tabIndex={-1}>
        {t('selected', { count: chosen.length })}
      </p>
      <StateMenu label={t('state')} value="" onChange={onChange} />
      <OwnerMenu label={t('owner')} value="" people={people} onChange={onChange} />
      <DueMenu label={t('due')} value="-" onChange={onChange} />
      {children}
      <IconButton icon="x" label={t('unselect')} onClick={onClear} />
    </div>
  )
}
