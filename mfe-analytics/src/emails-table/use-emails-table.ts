import type { MonitoredEmail } from '@atalaia/contracts'
import { useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useState } from 'react'
import { usePrinting } from '../print/use-printing.ts'
import { byAddress, columns, features } from './columns.ts'

export const PAGE_SIZE = 10

const initialState = { sorting: [{ id: 'numero_vazamentos', desc: true }] }

/**
 * Sorting, paging and filtering of the monitored addresses. Typing stays fluent while thousands are filtered. Paper has
 * all pages at once.
 */
export const useEmailsTable = (emails: readonly MonitoredEmail[]) => {
  const [filter, setFilter] = useState('')
  const [wantedPage, setWantedPage] = useState(1)
  const wanted = useDeferredValue(filter).trim().toLowerCase()
  const sorted = useMemo(() => byAddress(emails), [emails])
  const data = useMemo(
    () => (wanted ? sorted.filter(({ email }) => email.toLowerCase().includes(wanted)) : sorted),
    [sorted, wanted],
  )
  const printing = usePrinting()
  const pages = Math.max(1, Math.ceil(data.length / PAGE_SIZE))
  const page = Math.min(wantedPage, pages)
  // The page is ours: a reload keeps the one that is being read, only sorting and filtering begin anew.
  const table = useTable({
    features,
    columns,
    data,
    initialState,
    state: {
      pagination: printing ? { pageIndex: 0, pageSize: data.length } : { pageIndex: page - 1, pageSize: PAGE_SIZE },
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
    toPage: setWantedPage,
    filterBy: (text: string) => {
      setFilter(text)
      setWantedPage(1)
    },
  }
}
