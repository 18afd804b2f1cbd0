import type { HttpFailure, HttpResult, MonitoredEmail } from '@atalaia/contracts'
import type { MonitoredPage } from '@atalaia/contracts/monitored-page'
import { useLoaded } from '@atalaia/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { usePrinting } from '../print/use-printing.ts'
import { FIRST_VIEW, useView, type SortColumn, type ViewStore } from '../state/view-store.ts'
import { inOrder, nextSort, pageQuery } from './columns.ts'

/** More addresses add a filter (P-EMAIL-9). */
export const PAGE_SIZE = 10

export type LoadRows = (query: string, signal: AbortSignal) => Promise<HttpResult<MonitoredPage>>

const loadNone: LoadRows = () => Promise.resolve({ ok: false, failure: { kind: 'disabled' } })

export type TableRows = {
  readonly emails: readonly MonitoredEmail[]
  readonly all?: number | undefined
  readonly load?: LoadRows | undefined
}

/**
 * Sorts, pages and filters in the browser; the server takes over when there are too many
 * (P-EMAIL-15). Typing stays fluent. Paper has all loaded pages (P-PRINT-2).
 */
export const useEmailsTable = ({ emails, all = emails.length, load = loadNone }: TableRows, given?: ViewStore) => {
  const { view, change } = useView(given)
  const { filter, sort } = view
  const wanted = useDeferredValue(filter).trim().toLowerCase()
  const isWhole = all <= emails.length
  const sorted = useMemo(() => (isWhole ? inOrder(emails, sort) : emails), [emails, sort, isWhole])
  const data = useMemo(
    () => (isWhole && wanted ? sorted.filter(({ email }) => email.toLowerCase().includes(wanted)) : sorted),
    [sorted, wanted, isWhole],
  )
  const [wasFiltered, setWasFiltered] = useState(false)
  if (filter !== '' && !wasFiltered) setWasFiltered(true)
  const printing = usePrinting()

  const isFirstOrder = sort.id === FIRST_VIEW.sort.id && sort.desc === FIRST_VIEW.sort.desc
  const isNear = isWhole || (wanted === '' && isFirstOrder && view.page * PAGE_SIZE <= emails.length)
  // Other rows here, after the numbers were loaded again, are others on the server.
  const [near, setNear] = useState({ emails, round: 0 })
  if (near.emails !== emails) setNear({ emails, round: near.round + 1 })
  const query = pageQuery(view, wanted)
  const far = useLoaded<MonitoredPage, HttpFailure>(
    isNear ? undefined : `${near.round} ${query}`,
    (signal) => load(query, signal),
    { keeps: true },
  )
  const found = isWhole ? data.length : (far.value?.encontrados ?? all)
  const pages = Math.max(1, Math.ceil(found / PAGE_SIZE))
  // A reload keeps the page that is being read, only sorting and filtering begin anew.
  const page = Math.min(view.page, pages)
  const shown = printing ? data : data.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)

  return {
    rows: isNear ? shown : (far.value?.linhas ?? shown),
    isLoading: far.isLoading,
    hasFailed: far.failure !== undefined,
    all,
    sort,
    sortBy: (id: SortColumn) => change({ sort: nextSort(id, sort), page: 1 }),
    filter,
    found,
    page,
    pages,
    /** A short table shows its filter only while a portal's page has filtered it. */
    isFilterable: all > PAGE_SIZE || wasFiltered,
    toPage: (to: number) => change({ page: to }),
    filterBy: (text: string) => change({ filter: text, page: 1 }),
  }
}
