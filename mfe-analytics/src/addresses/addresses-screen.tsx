import type { AddressPage } from '@atalaia/contracts'
import { Button, EmptyState } from '@atalaia/ui'
import { useCallback, useContext, useMemo, useState } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { ProveContext, RowsContext, SourcesContext } from '../links/address-link.tsx'
import { FileButtons } from '../lists/file-buttons.tsx'
import { ListCard, PAGE_SIZE } from '../lists/list-card.tsx'
import { fileColumns } from '../lists/list-column.ts'
import { ListTable } from '../lists/list-table.tsx'
import { useList, type ListScreenProps } from '../lists/use-list.ts'
import { LazyProve } from '../ownership/lazy-prove.tsx'
import { useMayHandle } from '../session/use-may-handle.ts'
import { AddMany } from './add-many.tsx'
import { AddressTools } from './address-tools.tsx'
import { useAddressesWords } from './addresses-words.ts'
import { addressColumns } from './columns.tsx'
import { DayNote } from './day-note.tsx'
import { createListCalls } from './list-calls.ts'
import { queryText, readQuery } from './list-query.ts'
import { RemovalsDialog } from './removals-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'

const Coverage = ({ page: { cobertura } }: { readonly page: AddressPage }) => {
  const explain = useContext(SourcesContext)
  const { t, date } = useAddressesWords()
  const { fontes, atualizado_em: updated } = cobertura
  return updated ? explain(t('updated', { day: date(updated), sources: fontes })) : t('updated.never')
}

const domainsOf = (page: AddressPage | undefined): readonly string[] => {
  const ofRows = page?.linhas.map(({ email }) => email.slice(email.lastIndexOf('@') + 1)) ?? []
  return [...new Set([...(page?.dominios ?? []), ...ofRows])].toSorted()
}

/** P-LIST-1 P-LIST-12 */
export const AddressesScreen = ({ http, logger, search, isCovered }: ListScreenProps) => {
  const words = useAddressesWords()
  const { t, date } = words
  const calls = useMemo(() => createListCalls(http), [http])
  const { wordsFor } = useAddressWords()
  const load = useCallback((text: string, signal: AbortSignal) => calls.page(readQuery(text), signal), [calls])
  const source = { load, logger, name: 'the list of addresses' }
  const list = useList({ id: 'addresses', search, isCovered, readQuery, queryText, source })
  const { query, chosen, setOutcome, changed } = list
  const columns = addressColumns({ ...words, wordsFor, day: query.day })
  const mayChange = useMayHandle()
  const [isAdding, setAdding] = useState(false)
  const [removals, setRemovals] = useState<'open' | 'closed' | 'untouched'>('untouched')
  const onAdd = mayChange ? () => setAdding(true) : undefined

  const prove = (email: string) => <LazyProve email={email} http={http} onProved={list.reload} />
  const fileOf = () => ({
    name: `${t('csv.file')}${query.day && `-${query.day}`}`,
    columns: fileColumns(columns),
    date,
  })

  return (
    <>
      <ListCard
        list={list}
        words={{ loading: t('loading'), failed: t('failed.title'), undo: t('undo'), pages: t('pages') }}
        renderCoverage={(page) => <Coverage page={page} />}
        tools={
          <>
            <AddressTools
              query={query}
              domains={domainsOf(list.page)}
              labels={list.page?.etiquetas ?? []}
              owners={list.page?.donos ?? []}
              onShow={list.show}
              onAdd={onAdd}
              files={
                <FileButtons
                  load={() => calls.all(query)}
                  file={fileOf}
                  logger={logger}
                  onFailed={(text) => setOutcome({ kind: 'danger', text })}
                />
              }
              onRemovals={
                // Once opened it stays: the focus returns to it.
                mayChange && (list.page?.ha_removidos === true || removals !== 'untouched')
                  ? () => setRemovals('open')
                  : undefined
              }
            />
            {!mayChange && <p className="analytics-list__note">{t('readOnly')}</p>}
            {query.day !== '' && (
              <DayNote day={query.day} totals={list.page?.no_dia} onLeave={() => list.show({ day: '' })} />
            )}
          </>
        }
        renderRows={({ linhas, etiquetas, pessoas = [], encontrados }) => (
          <>
            <RowsContext
              value={{ rows: linhas.map(({ id }) => ({ id })), before: (query.page - 1) * PAGE_SIZE, all: encontrados }}
            >
              <ProveContext value={prove}>
                <ListTable
                  label={t('table')}
                  chooseAll={t('selectAll')}
                  chooseOne={({ email }) => t('select', { address: email })}
                  columns={columns}
                  rows={linhas}
                  keyOf={({ id }) => id}
                  query={query}
                  chosen={mayChange ? chosen : undefined}
                  onChoose={list.setChosen}
                  onSort={list.show}
                />
              </ProveContext>
            </RowsContext>
            {mayChange && linhas.some(({ id }) => chosen.has(id)) && (
              <SelectionBar
                chosen={linhas.filter(({ id }) => chosen.has(id))}
                labels={etiquetas}
                people={pessoas}
                calls={calls}
                onChanged={changed}
                onFailed={setOutcome}
              />
            )}
          </>
        )}
        found={({ encontrados, todos }) => t('found', { found: encontrados, all: todos })}
        renderNothing={({ todos }) => <Nothing all={todos} onAdd={onAdd} onClear={() => list.clear()} />}
      />
      {removals === 'open' && (
        <RemovalsDialog
          calls={calls}
          logger={logger}
          onClose={() => setRemovals('closed')}
          onRestored={(outcome) => changed(outcome)}
        />
      )}
      {isAdding && (
        <AddMany
          calls={calls}
          people={list.page?.pessoas ?? []}
          onClose={() => setAdding(false)}
          onAdded={(count, isMarked) => {
            setAdding(false)
            const text = t('many.added', { count })
            changed(isMarked ? { kind: 'success', text } : { kind: 'warning', text: `${text} ${t('many.unmarked')}` })
          }}
        />
      )}
    </>
  )
}

type NothingProps = {
  readonly all: number
  readonly onAdd: (() => void) | undefined
  readonly onClear: () => void
}

const Nothing = ({ all, onAdd, onClear }: NothingProps) => {
  const { t } = useAddressesWords()
  return all === 0 ? (
    <EmptyState
      icon="mail"
      title={t('empty.title')}
      action={
        onAdd && (
          <Button variant="primary" icon="plus" onClick={onAdd}>
            {t('addMany')}
          </Button>
        )
      }
    >
      {onAdd && <p>{t('empty.text')}</p>}
    </EmptyState>
  ) : (
    <EmptyState
      icon="search"
      title={t('unfound.title')}
      action={<Button onClick={onClear}>{t('unfound.clear')}</Button>}
    >
      <p>{t('found', { found: 0, all })}</p>
    </EmptyState>
  )
}
