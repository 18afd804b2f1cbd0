import { CASE_SOURCE_FILTERS, type CaseSource, type ListedCase } from '@atalaia/contracts/cases'
import { Button, EmptyState } from '@atalaia/ui'
import { useMemo, useState, type ReactNode } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { useList, type ListScreenProps } from '../lists/use-list.ts'
import { createCaseListCalls } from './case-list-calls.ts'
import { useCaseWords } from './case-words.ts'
import { Grouping } from './grouping.tsx'
import { SourceCases } from './source-cases.tsx'
import { sourceColumns } from './source-columns.tsx'
import { readSourceQuery, sourcePlaceText, sourceQueryText } from './source-query.ts'

type SourcesScreenProps = ListScreenProps & {
  readonly renderActions: (cases: readonly ListedCase[]) => ReactNode
}

const NONE: ReadonlySet<string> = new Set()

/** The sources that have cases, each of which opens to its cases (P-CASE-28). */
export const SourcesScreen = ({ http, logger, search, isCovered, renderActions }: SourcesScreenProps) => {
  const words = useCaseWords()
  const { t, date } = words
  const calls = useMemo(() => createCaseListCalls(http), [http])
  const list = useList({
    id: 'cases',
    search,
    isCovered,
    readQuery: readSourceQuery,
    queryText: sourcePlaceText,
    source: {
      load: (text, signal) => calls.sources(sourceQueryText(readSourceQuery(text)), signal),
      logger,
      name: 'the list of sources',
    },
  })
  const { query } = list
  const [opened, setOpened] = useState(NONE)
  const isOpen = ({ fonte }: CaseSource) => opened.has(fonte)
  const onToggle = ({ fonte }: CaseSource) => {
    const next = new Set(opened)
    if (!next.delete(fonte)) next.add(fonte)
    setOpened(next)
  }
  return (
    <ListCard
      list={list}
      words={{ loading: t('sources.loading'), failed: t('sources.failed'), undo: t('undo'), pages: t('sources.pages') }}
      renderCoverage={({ cobertura: { fontes, atualizado_em: updated } }) =>
        updated ? t('updated', { day: date(updated), sources: fontes }) : t('updated.never')
      }
      tools={
        <>
          <Grouping shown="by.source" />
          <ListTools
            label={t('sources.search')}
            search={query.search}
            onSearch={(text) => list.show({ search: text })}
            filtered={query.filter === CASE_SOURCE_FILTERS[0] ? 0 : 1}
          >
            <SelectField
              label={t('state')}
              value={query.filter}
              options={CASE_SOURCE_FILTERS.map((filter) => ({ value: filter, label: t(`sources.filter.${filter}`) }))}
              onChange={(filter) => list.show({ filter })}
            />
          </ListTools>
        </>
      }
      renderRows={({ linhas }) => (
        <ListTable
          label={t('sources.table')}
          chooseAll=""
          chooseOne={() => ''}
          columns={sourceColumns({ ...words, isOpen, onToggle })}
          rows={linhas}
          keyOf={({ fonte }) => fonte}
          query={query}
          chosen={undefined}
          onChoose={() => undefined}
          onSort={list.show}
          renderDetail={(source) =>
            isOpen(source) ? (
              <SourceCases
                source={source}
                calls={calls}
                onChanged={(outcome) => list.changed(outcome)}
                onFailed={list.setOutcome}
                renderActions={renderActions}
              />
            ) : undefined
          }
        />
      )}
      found={({ encontrados }) => t('sources.found', { found: encontrados })}
      renderNothing={() => (
        <EmptyState
          icon="shield-check"
          title={t('sources.none')}
          action={<Button onClick={() => list.clear()}>{t('sources.clear')}</Button>}
        />
      )}
    />
  )
}
