export const FILE_FORMS = ['csv', 'xlsx'] as const
export type FileForm = (typeof FILE_FORMS)[number]

export type FileCell =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number | null }
  | { readonly kind: 'day'; readonly value: string | null }

export type FileColumn<Row> = { readonly head: string; readonly cell: (row: Row) => FileCell }

export type RowsFile<Row> = {
  readonly name: string
  readonly columns: readonly FileColumn<Row>[]
  readonly date: (iso: string) => string
}

export const textCell = (value: string): FileCell => ({ kind: 'text', value })
export const numberCell = (value: number | null): FileCell => ({ kind: 'number', value })
export const dayCell = (value: string | null): FileCell => ({ kind: 'day', value })
