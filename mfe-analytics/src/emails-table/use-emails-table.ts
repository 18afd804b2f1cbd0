import type { MonitoredEmail } from '@atalaia/contracts'
import { useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useState } from 'react'
import { usePrinting } from '../print/use-printing.ts'
import { SORT_COLUMNS, useView, type DashboardView, type ViewStore } from '../state/view-store.ts'
import { byAddress, columns, features } from './columns.ts'

export const PAGE_SIZE = 10

type Sorting = readonly { readonly id: string; readonly desc: boolean }[]

const sortOf = ([first]: Sorting): DashboardView['sort'] | undefined => {
  const id = SORT_COLUMNS.find((each) => each === first?.id)
  return id && first && { id, desc: first.desc }
}

/**
 * Sorting, paging and filtering of the monitored addresses. Typing stays fluent while thousands are filtered. Paper has
 * all pages at once.
 */
export const useEmailsTable = (emails: readonly MonitoredEmail[], given?: ViewStore) => {
  const { view, change } = useView(given)
  const { filter, sort } = view
  const wanted = useDeferredValue(filter).trim().toLowerCase()
  const sorted = useMemo(() => byAddress(emails), [emails])
  const data = useMemo(
    () => (wanted ? sorted.filter(({ email }) => email.toLowerCase().includes(wanted)) : sorted),
    [sorted, wanted],
  )
  const [wasFiltered, setWasFiltered] = useState(false)
  if (filter !== '' && !wasFiltered) setWasFiltered(true)
  const printing = usePrinting()
  const pages = Math.max(1, Math.ceil(data.length / PAGE_SIZE))
  const page = Math.min(view.page, pages)
  // The page is ours: a reload keeps the one that is being read, only sorting and filtering begin anew.
  const table = useTable({
    features,
    columns,
    data,
    state: {
      sorting: [sort],
      pagination: printing ? { pageIndex: 0, pageSize: data.length } : { pageIndex: page - 1, pageSize: PAGE_SIZE },
    },
    onSortingChange: (updater) => {
      const next = sortOf(typeof updater === 'function' ? updater([sort]) : updater)
      if (next) change({ sort: next, page: 1 })
    },
    getRowId: ({ id }) => id,
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
  })

  return {
    table,
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
