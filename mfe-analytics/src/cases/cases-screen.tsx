import type { CasePage } from '@atalaia/contracts/cases'
import { Button, EmptyState } from '@atalaia/ui'
import { useContext, useMemo } from 'react'
import { TextButton } from '../controls/text-button.tsx'
import { SourcesContext } from '../links/address-link.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { useList, type ListScreenProps } from '../lists/use-list.ts'
import { BulkBar } from './bulk-bar.tsx'
import { createCaseCalls } from './case-calls.ts'
import { queryText, readQuery } from './case-query.ts'
import { CaseTools } from './case-tools.tsx'
import { useCaseWords } from './case-words.ts'
import { CasesTable, keyOf } from './cases-table.tsx'

type CoverageProps = {
  readonly page: CasePage
  /** Lists the cases that a total counts, whatever was filtered. */
  readonly onOpen: (filter: 'abertos' | 'todos') => void
}

const Coverage = ({ page: { abertos, todos, cobertura }, onOpen }: CoverageProps) => {
  const explain = useContext(SourcesContext)
  const { t, date } = useCaseWords()
  const total = (filter: 'abertos' | 'todos', text: string) => (
    <TextButton onClick={() => onOpen(filter)}>{text}</TextButton>
  )
  const { fontes, atualizado_em: updated } = cobertura
  return (
    <>
      {total('abertos', t('totals.open', { open: abertos }))} {total('todos', t('totals.all', { all: todos }))}.{' '}
      {updated ? explain(t('updated', { day: date(updated), sources: fontes })) : t('updated.never')}
    </>
  )
}

/** The list of all cases: filtered, sorted and paged by the server, changed in bulk (P-CASE-10). */
export const CasesScreen = ({ http, logger, search, isCovered }: ListScreenProps) => {
  const words = useCaseWords()
  const { t } = words
  const calls = useMemo(() => createCaseCalls(http), [http])
  const source = { load: calls.page, logger, name: 'the list of cases' }
  const list = useList({ id: 'cases', search, isCovered, readQuery, queryText, source })
  const { page, query, chosen } = list
  const chosenRows = (page?.linhas ?? []).filter((row) => chosen.has(keyOf(row)))
  return (
    <ListCard
      list={list}
      words={{ loading: t('listLoading'), failed: t('list.failed'), undo: t('undo'), pages: t('pages') }}
      renderCoverage={(shown) => <Coverage page={shown} onOpen={(filter) => list.clear({ filter })} />}
      tools={<CaseTools query={query} page={page} onShow={list.show} />}
      renderRows={({ linhas, pessoas, pode_mudar: mayChange }) => (
        <>
          {chosenRows.length > 0 && (
            <BulkBar
              chosen={chosenRows}
              people={pessoas}
              calls={calls}
              onChanged={list.changed}
              onFailed={list.setOutcome}
            />
          )}
          <CasesTable
            rows={linhas}
            query={query}
            chosen={mayChange ? chosen : undefined}
            onChoose={list.setChosen}
            onSort={list.show}
          />
        </>
      )}
      found={({ encontrados }) => t('found', { found: encontrados })}
      renderNothing={({ todos }) => <Nothing all={todos} onClear={() => list.clear()} />}
    />
  )
}

const Nothing = ({ all, onClear }: { readonly all: number; readonly onClear: () => void }) => {
  const { t } = useCaseWords()
  return all === 0 ? (
    <EmptyState icon="shield-check" title={t('empty.title')}>
      <p>{t('empty.text')}</p>
    </EmptyState>
  ) : (
    <EmptyState
      icon="check-circle"
      title={t('unfound.title')}
      action={<Button onClick={onClear}>{t('unfound.clear')}</Button>}
    />
  )
}
