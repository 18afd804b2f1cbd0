import type { ListedAddress } from '@atalaia/contracts'
import type { AddressesWords } from './addresses-words.ts'

/** Words of the list, and `wordsFor` a level of severity. */
export type ExportWords = Pick<AddressesWords, 't' | 'date' | 'stateText'> & {
  readonly wordsFor: (code: string) => string
}

/** A cell of a file: a text, a number, or a moment or São Paulo day (ISO 8601). */
export type ExportCell =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'day'; readonly value: string | null }

export type ExportColumn = { readonly head: string; readonly cell: (row: ListedAddress) => ExportCell }

const text = (value: string): ExportCell => ({ kind: 'text', value })
const count = (value: number): ExportCell => ({ kind: 'number', value })
const day = (value: string | null): ExportCell => ({ kind: 'day', value })

/** The columns of the files of the list, in their order (P-LIST-4). */
export const exportColumns = ({ t, stateText, wordsFor }: ExportWords): readonly ExportColumn[] => [
  { head: t('email'), cell: ({ email }) => text(email) },
  { head: t('labels'), cell: ({ etiquetas }) => text(etiquetas.join(', ')) },
  { head: t('seen'), cell: ({ visto_por_ultimo: seen }) => day(seen) },
  {
    head: t('severity'),
    cell: ({ aguarda, gravidade }) => text(aguarda ? t('waits') : wordsFor(gravidade.nivel)),
  },
  { head: t('points'), cell: ({ gravidade }) => count(gravidade.pontos) },
  { head: t('leaks'), cell: ({ numero_vazamentos: leaks }) => count(leaks) },
  { head: t('passwords'), cell: ({ numero_senhas: passwords }) => count(passwords) },
  { head: t('added'), cell: ({ adicionado_em: added }) => day(added) },
  { head: t('state'), cell: (row) => text(stateText(row)) },
  { head: t('owner'), cell: ({ responsaveis }) => text(responsaveis?.join(', ') ?? '') },
]

/** Signs with which spreadsheets begin a formula: a text that begins with one is shown as a text. */
const FORMULA = /^[=+\-@\t\r]/

/** The text of a cell that no spreadsheet takes for a formula, also once the file was saved in another form. */
export const neutral = (value: string): string => (FORMULA.test(value) ? `'${value}` : value)
