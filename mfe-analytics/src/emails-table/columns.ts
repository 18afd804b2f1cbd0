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
    header: 'Email',
    sortFn: (a, b) => compareAddresses(a.original.email, b.original.email),
    sortDescFirst: false,
  }),
  column.accessor('numero_vazamentos', { header: 'Nº Vazamentos', sortFn: sortFn_basic, sortDescFirst: true }),
  column.accessor('numero_senhas', { header: 'Senhas Vazadas', sortFn: sortFn_basic, sortDescFirst: true }),
])

/** Rows with equal numbers stand by address. */
export const byAddress = (emails: readonly MonitoredEmail[]): MonitoredEmail[] =>
  emails.toSorted((a, b) => compareAddresses(a.email, b.email))
