import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type FilterFn,
  type SortFn,
} from '@tanstack/react-table'
import type { Person } from './people.ts'

/** Only used features, so that no others load. */
export const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

/** Drops case and accents: `sao` finds São. */
const plain = (value: unknown): string =>
  String(value)
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

const contains: FilterFn<typeof features, Person> = (row, column, text) =>
  plain(row.getValue(column)).includes(plain(text).trim())

const byPortuguese: SortFn<typeof features, Person> = (a, b, column) =>
  collator.compare(String(a.getValue(column)), String(b.getValue(column)))

const helper = createColumnHelper<typeof features, Person>()
const common = { filterFn: contains, sortFn: byPortuguese }

export const columns = helper.columns([
  helper.accessor('name', { id: 'nome', ...common }),
  helper.accessor('role', { id: 'cargo', ...common }),
  helper.accessor('city', { id: 'cidade', ...common }),
  helper.accessor('age', { id: 'idade', ...common }),
  helper.accessor('status', { id: 'situacao', ...common }),
])
