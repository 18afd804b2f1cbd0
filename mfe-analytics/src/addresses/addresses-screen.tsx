import type { HttpClient, Logger } from '@atalaia/contracts'
import { useNavigate } from '@atalaia/react/router'
import { Alert, Button, Card, EmptyState, ErrorState, PageHeader, Pagination, Skeleton } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import remote from '../../remote.json' with { type: 'json' }
import { saveText } from '../chart/chart-csv.ts'
import { AddMany } from './add-many.tsx'
import { AddressesTable } from './addresses-table.tsx'
import { date, reasonText, t } from './addresses-words.ts'
import { addressesCsv } from './export-csv.ts'
import { createListCalls } from './list-calls.ts'
import { queryText, readQuery, type ListQuery } from './list-query.ts'
import { ListTools } from './list-tools.tsx'
import { SelectionBar, type Outcome } from './selection-bar.tsx'
import { useList } from './use-list.ts'
import './addresses.css'

export type AddressesScreenProps = {
  readonly http: HttpClient
  readonly logger: Logger
  /** The query of the list's address. */
  readonly search: string
}

const PAGE_SIZE = 25
const listRoute = remote.routes.find(({ id }) => id === 'addresses')
const title = listRoute?.title ?? ''
const trail = ['Dashboard', 'Analises', title]

/** The list of all monitored addresses: searched, sorted and paged by the server, changed in bulk (P-LIST-1). */
export const AddressesScreen = ({ http, logger, search }: AddressesScreenProps) => {
  const calls = useMemo(() => createListCalls(http), [http])
  const navigate = useNavigate()
  const query = readQuery(search)
  const { page, isLoading, failure, reload } = useList({ calls, logger }, queryText(query))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Outcome>()
  const [isAdding, setAdding] = useState(false)
  const [isSaving, setSaving] = useState(false)

  const show = (changes: Partial<ListQuery>) => {
    setChosen(new Set())
    const text = queryText({ ...query, page: 1, ...changes })
    void navigate(`${listRoute?.path ?? ''}${text && `?${text}`}`, { replace: true, preventScrollReset: true })
  }
  const changed = (next: Outcome) => {
    setOutcome(next)
    setChosen(new Set())
    reload()
  }
  const save = async () => {
    setSaving(true)
    const result = await calls.all(query)
    setSaving(false)
    if (result.ok) saveText(addressesCsv(result.value), `${t('csv.file')}.csv`, 'text/csv;charset=utf-8')
    else setOutcome({ kind: 'danger', text: reasonText(result.failure) })
  }

  return (
    <>
      <PageHeader title={title} trail={trail} />
      <Card>
        <div className="analytics-list" aria-busy={isLoading && !page}>
          <p className="analytics-list__coverage">
            {page?.cobertura.atualizado_em
              ? t('updated', { day: date(page.cobertura.atualizado_em), sources: page.cobertura.fontes })
              : page && t('updated.never')}
          </p>
          <ListTools
            query={query}
            labels={page?.etiquetas ?? []}
            isSaving={isSaving}
            onShow={show}
            onAdd={() => setAdding(true)}
            onSave={() => void save()}
          />
          {outcome && (
            <Alert kind={outcome.kind} onDismiss={() => setOutcome(undefined)}>
              {outcome.text}{' '}
              {outcome.undo && (
                <Button size="small" icon="restore" onClick={outcome.undo}>
                  {t('undo')}
                </Button>
              )}
            </Alert>
          )}
          {failure && !page && (
            <ErrorState title={t('failed.title')} onRetry={reload} code={failure.trace}>
              <p>{reasonText(failure)}</p>
            </ErrorState>
          )}
          {failure && page && <Alert kind="danger">{reasonText(failure)}</Alert>}
          {!failure && !page && (
            <div role="status" aria-label={t('loading')}>
              <Skeleton height={36} lines={8} />
            </div>
          )}
          {page && page.linhas.length > 0 && (
            <>
              {chosen.size > 0 && (
                <SelectionBar
                  chosen={chosen}
                  labels={page.etiquetas}
                  calls={calls}
                  onChanged={changed}
                  onFailed={setOutcome}
                />
              )}
              <AddressesTable rows={page.linhas} query={query} chosen={chosen} onChoose={setChosen} onShow={show} />
              <div className="analytics-list__foot">
                <p role="status">{t('found', { found: page.encontrados, all: page.todos })}</p>
                <Pagination
                  page={query.page}
                  pages={Math.ceil(page.encontrados / PAGE_SIZE)}
                  onPage={(to) => show({ page: to })}
                  label={t('pages')}
                />
              </div>
            </>
          )}
          {page && page.linhas.length === 0 && (
            <Nothing all={page.todos} onAdd={() => setAdding(true)} onClear={() => show(readQuery(''))} />
          )}
        </div>
      </Card>
      {isAdding && (
        <AddMany
          calls={calls}
          onClose={() => setAdding(false)}
          onAdded={(count) => {
            setAdding(false)
            changed({ kind: 'success', text: t('many.added', { count }) })
          }}
        />
      )}
    </>
  )
}

const Nothing = ({ all, onAdd, onClear }: { all: number; onAdd: () => void; onClear: () => void }) =>
  all === 0 ? (
    <EmptyState
      icon="mail"
      title={t('empty.title')}
      action={
        <Button variant="primary" icon="plus" onClick={onAdd}>
          {t('addMany')}
        </Button>
      }
    >
      <p>{t('empty.text')}</p>
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
