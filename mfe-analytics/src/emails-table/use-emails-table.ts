import type { MonitoredEmail } from '@atalaia/contracts'
import { useDeferredValue, useMemo, useState } from 'react'
import { usePrinting } from '../print/use-printing.ts'
import { useView, type SortColumn, type ViewStore } from '../state/view-store.ts'
import { inOrder, nextSort } from './columns.ts'

export const PAGE_SIZE = 10

/**
 * Sorting, paging and filtering of the monitored addresses. Typing stays fluent while thousands are filtered. Paper has
 * all pages at once.
 */
export const useEmailsTable = (emails: readonly MonitoredEmail[], given?: ViewStore) => {
  const { view, change } = useView(given)
  const { filter, sort } = view
  const wanted = useDeferredValue(filter).trim().toLowerCase()
  const sorted = useMemo(() => inOrder(emails, sort), [emails, sort])
  const data = useMemo(
    () => (wanted ? sorted.filter(({ email }) => email.toLowerCase().includes(wanted)) : sorted),
    [sorted, wanted],
  )
  const [wasFiltered, setWasFiltered] = useState(false)
  if (filter !== '' && !wasFiltered) setWasFiltered(true)
  const printing = usePrinting()
  const pages = Math.max(1, Math.ceil(data.length / PAGE_SIZE))
  // A reload keeps the page that is being read, only sorting and filtering begin anew.
  const page = Math.min(view.page, pages)

  return {
    rows: printing ? data : data.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    sort,
    sortBy: (id: SortColumn) => change({ sort: nextSort(id, sort), page: 1 }),
    filter,
    found: data.length,
    page,
    pages,
    /** A short table has no filter, but one that a portal's page has filtered can be freed of it. */
    isFilterable: emails.length > PAGE_SIZE || wasFiltered,
    toPage: (to: number) => change({ page: to }),
    filterBy: (text: string) => change({ filter: text, page: 1 }),
  }
}
