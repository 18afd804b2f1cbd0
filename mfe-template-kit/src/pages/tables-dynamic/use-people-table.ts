import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { columns, features } from './columns.ts'
import { people } from './people.ts'
import type { TableView } from './table-view.ts'

/** Rows a page (P-KIT-18). */
const PAGE_SIZE = 10

/** The rows that the view asks for; a page beyond the last is the last. */
export const usePeopleTable = ({ page, sort, filters }: TableView) => {
  const columnFilters = useMemo(
    () => Object.entries(filters).flatMap(([id, value]) => (value ? [{ id, value }] : [])),
    [filters],
  )
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.descending }] : []), [sort])
  const table = useTable({ features, columns, data: people, state: { columnFilters, sorting } })
  const matching = table.getRowModel().rows
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  const from = (shown - 1) * PAGE_SIZE
  const rows = matching.slice(from, from + PAGE_SIZE).map((row) => row.original)
  return { rows, total: matching.length, pages, page: shown, from }
}
