import { MAX_CASES_AT_ONCE, type CasePage, type ListedCase } from '@atalaia/contracts/cases'
import { Button, EmptyState } from '@atalaia/ui'
import { useContext, useMemo, useState, type ReactNode } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { TextButton } from '../controls/text-button.tsx'
import { RowsContext, SourcesContext } from '../links/address-link.tsx'
import { FileButtons } from '../lists/file-buttons.tsx'
import { ListCard, PAGE_SIZE } from '../lists/list-card.tsx'
import { fileColumns } from '../lists/list-column.ts'
import { ListTable } from '../lists/list-table.tsx'
import { useList, type ListScreenProps } from '../lists/use-list.ts'
import { useNoticeStates } from '../notices/notice-states.ts'
import { BulkBar } from './bulk-bar.tsx'
import { createCaseListCalls } from './case-list-calls.ts'
import { queryText, readQuery } from './case-query.ts'
import { CaseTools } from './case-tools.tsx'
import { Grouping } from './grouping.tsx'
import { CaseViews } from './case-views.tsx'
import { useCaseChanges } from './case-changes.ts'
import { KeysDialog, useRowKeys } from './row-keys.tsx'
import { useCaseWords } from './case-words.ts'
import { ChooseMore } from './choose-more.tsx'
import { caseColumns, keyOf } from './columns.tsx'
import { useKnowsPeople } from './people.ts'

type CoverageProps = {
  readonly page: CasePage
  /** Lists the cases of a total; drops other filters. */
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

type CasesScreenProps = ListScreenProps & {
  /** Further actions on chosen cases. Default: none, like in a portal. */
  readonly renderActions?: (chosen: readonly ListedCase[]) => ReactNode
}

/** P-CASE-10 P-CASE-15 */
export const CasesScreen = ({ http, logger, search, isCovered, renderActions }: CasesScreenProps) => {
  const words = useCaseWords()
  const { t, date } = words
  const { wordsFor } = useAddressWords()
  const noticeStates = useNoticeStates()
  const knowsPeople = useKnowsPeople()
  const calls = useMemo(() => createCaseListCalls(http), [http])
  const source = { load: calls.page, logger, name: 'the list of cases' }
  const list = useList({ id: 'cases', search, isCovered, readQuery, queryText, source })
  const { page, query, chosen, setChosen, setOutcome } = list
  /** Rows chosen together, from any page. */
  const [together, setTogether] = useState<readonly ListedCase[]>([])
  const shownRows = page?.linhas ?? []
  const known = new Map([...together, ...shownRows].map((row) => [keyOf(row), row]))
  const chosenRows = [...chosen].flatMap((key) => known.get(key) ?? [])
  const mayChooseMore = (found: number) =>
    shownRows.every((row) => chosen.has(keyOf(row))) && chosenRows.length < Math.min(found, MAX_CASES_AT_ONCE)
  const changes = useCaseChanges({
    calls,
    people: page?.pessoas ?? [],
    onChanged: (outcome, refused) => {
      // Those of other pages would stay as they were seen, and be refused again.
      setTogether([])
      list.changed(outcome, refused)
    },
    onFailed: setOutcome,
  })
  const mayChange = page?.pode_mudar === true
  const columns = caseColumns(
    { ...words, ...noticeStates, wordsFor },
    mayChange ? { people: page.pessoas, change: (row, change) => changes.change([row], change) } : undefined,
  ).filter(({ key }) => knowsPeople || key !== 'owner')
  const keys = useRowKeys({
    rows: shownRows,
    isActive: knowsPeople && !isCovered,
    onChange: mayChange
      ? (row, change) => changes.change(chosenRows.length > 0 ? chosenRows : [row], change)
      : undefined,
  })
  return (
    <ListCard
      list={list}
      words={{ loading: t('listLoading'), failed: t('list.failed'), undo: t('undo'), pages: t('pages') }}
      renderCoverage={(shown) => <Coverage page={shown} onOpen={(filter) => list.clear({ filter })} />}
      tools={
        <>
          <div className="analytics-list__bar">
            <CaseViews query={query} onOpen={(view) => list.clear(view)} />
            {knowsPeople && <Grouping shown="by.address" />}
          </div>
          <CaseTools
            query={query}
            page={page}
            onShow={list.show}
            files={
              <FileButtons
                load={() => calls.all(query)}
                file={() => ({ name: t('file'), columns: fileColumns(columns), date })}
                logger={logger}
                onFailed={(text) => setOutcome({ kind: 'danger', text })}
              />
            }
          />
        </>
      }
      renderRows={({ linhas, encontrados, pessoas }) => (
        <>
          <RowsContext
            value={{
              rows: linhas.map(({ endereco, fonte }) => ({ id: endereco, source: fonte })),
              before: (query.page - 1) * PAGE_SIZE,
              all: encontrados,
            }}
          >
            <div ref={keys.table}>
              <ListTable
                label={t('table')}
                chooseAll={t('selectAll')}
                chooseOne={({ email, titulo, fonte }) => t('select', { address: email, source: titulo ?? fonte })}
                columns={columns.filter(({ key }) => key !== 'notice' || linhas.some(({ aviso }) => aviso != null))}
                rows={linhas}
                keyOf={keyOf}
                query={query}
                chosen={mayChange ? chosen : undefined}
                onChoose={setChosen}
                onSort={list.show}
              />
            </div>
          </RowsContext>
          {chosenRows.length > 0 && (
            <BulkBar
              chosen={chosenRows}
              people={pessoas}
              isBusy={changes.isBusy}
              onChange={(change) => changes.change(chosenRows, change)}
              onClear={() => setChosen(new Set())}
            >
              {renderActions?.(chosenRows)}
              {mayChooseMore(encontrados) && (
                <ChooseMore
                  calls={calls}
                  query={query}
                  found={encontrados}
                  onChosen={(rows) => {
                    setTogether(rows)
                    setChosen(new Set(rows.map(keyOf)))
                  }}
                  onFailed={(text) => setOutcome({ kind: 'danger', text })}
                />
              )}
            </BulkBar>
          )}
          {keys.isShown && <KeysDialog onClose={keys.close} />}
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
