/** Used in the address. */
export const columnIds = ['nome', 'cargo', 'cidade', 'idade', 'situacao'] as const
export type ColumnId = (typeof columnIds)[number]

export const isColumnId = (value: unknown): value is ColumnId => columnIds.some((id) => id === value)

export const columnLabels: Readonly<Record<ColumnId, string>> = {
  nome: 'Nome',
  cargo: 'Cargo',
  cidade: 'Cidade',
  idade: 'Idade',
  situacao: 'Situação',
}
