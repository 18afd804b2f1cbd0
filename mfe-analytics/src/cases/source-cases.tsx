import { MAX_CASES_AT_ONCE, type CaseSource, type ListedCase } from '@atalaia/contracts/cases'
import { Alert, Button, DataTable, Skeleton, useLoaded } from '@atalaia/ui'
import { useContext, type ReactNode } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { tableColumns } from '../lists/list-column.ts'
import { ListPlaceContext } from '../lists/list-place.ts'
import type { Outcome } from '../lists/use-list.ts'
import { useCaseChanges } from './case-changes.ts'
import { useNoticeStates } from '../notices/notice-states.ts'
import type { CaseListCalls } from './case-list-calls.ts'
import { DueMenu, OwnerMenu, StateMenu } from './case-menus.tsx'
import { queryText, readQuery } from './case-query.ts'
import { useCaseWords } from './case-words.ts'
import { caseColumns, keyOf } from './columns.tsx'

const SHOWN = ['address', 'severity', 'state', 'owner', 'due', 'notice']

type SourceCasesProps = {
  readonly source: CaseSource
  readonly calls: CaseListCalls
  readonly onChanged: (outcome: Outcome) => void
  readonly onFailed: (outcome: Outcome) => void
  readonly renderActions: (cases: readonly ListedCase[]) => ReactNode
}

/** The open cases of a source, the worst first, with what changes all of them, or as many as are changed at once (P-CASE-28). */
export const SourceCases = ({ source, calls, onChanged, onFailed, renderActions }: SourceCasesProps) => {
  const words = useCaseWords()
  const { t, reasonText } = words
  const { wordsFor } = useAddressWords()
  const noticeStates = useNoticeStates()
  const { open } = useContext(ListPlaceContext)
  const query = { ...readQuery(''), source: source.fonte }
  const text = queryText(query)
  const { value: page, failure, reload } = useLoaded(text, (signal) => calls.page(text, signal), { keeps: true })
  const { value: all, reload: reloadAll } = useLoaded(`all ${text}`, () => calls.first(query), { keeps: true })
  const people = page?.pessoas ?? []
  const changes = useCaseChanges({
    calls,
    people,
    onChanged: (outcome) => {
      reload()
      reloadAll()
      onChanged(outcome)
    },
    onFailed,
  })
  if (failure) return <Alert kind="danger">{reasonText(failure)}</Alert>
  if (!page || !all) return <Skeleton height={32} lines={3} />
  const columns = caseColumns(
    { ...words, ...noticeStates, wordsFor },
    page.pode_mudar ? { people, change: (row, change) => changes.change([row], change) } : undefined,
  )
  const { encontrados: found } = page
  const label =
    found > MAX_CASES_AT_ONCE
      ? t('sources.first', { count: MAX_CASES_AT_ONCE, all: found })
      : t('sources.acts', { count: found })
  return (
    <div
      className="analytics-case__source-cases"
      role="group"
      aria-label={t('sources.cases', { source: source.titulo ?? source.fonte })}
    >
      {page.pode_mudar && all.length > 0 && (
        <div className="analytics-case__line">
          <span>{label}</span>
          <StateMenu label={t('state')} value="" onChange={(change) => changes.change(all, change)} />
          <OwnerMenu label={t('owner')} value="" people={people} onChange={(change) => changes.change(all, change)} />
          <DueMenu label={t('due')} value="-" onChange={(change) => changes.change(all, change)} />
          {renderActions(all)}
        </div>
      )}
      <DataTable
        className="analytics-list__table"
        columns={tableColumns(
          columns.filter(({ key }) => SHOWN.includes(key)),
          page.linhas,
        )}
        rows={page.linhas}
        keyOf={keyOf}
      />
      <Button size="small" onClick={() => open('cases', text)}>
        {t('sources.all', { count: found })}
      </Button>
    </div>
  )
}
