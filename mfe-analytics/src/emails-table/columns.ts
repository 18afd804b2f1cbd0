import type { MonitoredEmail } from '@atalaia/contracts'
import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table'
import { compareAddresses } from './compare-addresses.ts'

/** Only the features in use ship. */
export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
})

const column = createColumnHelper<typeof features, MonitoredEmail>()

export const columns = column.columns([
  column.accessor('email', {
    sortFn: (a, b) => compareAddresses(a.original.email, b.original.email),
    sortDescFirst: false,
  }),
  column.accessor('numero_vazamentos', { sortFn: sortFn_basic, sortDescFirst: true }),
  column.accessor('numero_senhas', { sortFn: sortFn_basic, sortDescFirst: true }),
])

/** The message that names a column. */
export const columnName = (id: string): 'emails.email' | 'emails.leaks' | 'emails.passwords' => {
  if (id === 'email') return 'emails.email'
  return id === 'numero_senhas' ? 'emails.passwords' : 'emails.leaks'
}

/** Rows with equal numbers stand by address. */
export const byAddress = (emails: readonly MonitoredEmail[]): MonitoredEmail[] =>
  emails.toSorted((a, b) => compareAddresses(a.email, b.email))
