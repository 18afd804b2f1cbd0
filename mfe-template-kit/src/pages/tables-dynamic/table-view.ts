import { columnIds, isColumnId, type ColumnId } from './column-ids.ts'

/** The address contains all of it, for sharing. */
export type TableView = {
  readonly page: number
  readonly sort?: { readonly column: ColumnId; readonly descending: boolean }
  readonly filters: Readonly<Partial<Record<ColumnId, string>>>
}

/** Invalid parameters count as missing. */
export const readView = (search: URLSearchParams): TableView => {
  const filters: Partial<Record<ColumnId, string>> = {}
  for (const column of columnIds) {
    const text = search.get(column)
    if (text) filters[column] = text
  }
  const page = Number(search.get('pagina') ?? 1)
  return { page: Number.isInteger(page) && page > 0 ? page : 1, sort: readSort(search.get('ordem')), filters }
}

/** Keeps all other parameters. */
export const writeView = (view: TableView, search: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(search)
  put(next, 'pagina', view.page > 1 ? String(view.page) : undefined)
  put(next, 'ordem', view.sort && `${view.sort.descending ? '-' : ''}${view.sort.column}`)
  for (const column of columnIds) put(next, column, view.filters[column])
  return next
}

/** Ascending, descending, then the data's order. */
export const sortedBy = (view: TableView, column: ColumnId): TableView => {
  const current = view.sort?.column === column ? view.sort : undefined
  const sort = current?.descending ? undefined : { column, descending: current !== undefined }
  return { ...view, page: 1, sort }
}

export const filteredBy = (view: TableView, column: ColumnId, text: string): TableView => ({
  ...view,
  page: 1,
  filters: { ...view.filters, [column]: text },
})

const readSort = (text: string | null): TableView['sort'] => {
  const descending = text?.startsWith('-') ?? false
  const column = descending ? text?.slice(1) : text
  return isColumnId(column) ? { column, descending } : undefined
}

const put = (search: URLSearchParams, name: string, value: string | undefined): void => {
  if (value) search.set(name, value)
  else search.delete(name)
}
