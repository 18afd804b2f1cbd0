import type { AddressOrder, ListedAddress } from '@atalaia/contracts'
import type { Column } from '../lists/list-table.tsx'
import type { AddressesWords } from './addresses-words.ts'

/** The columns of the table, in their order (P-LIST-3). */
const TABLE = [
  { name: 'email', order: 'email', isUpFirst: true },
  { name: 'labels' },
  { name: 'severity', order: 'gravidade' },
  { name: 'state' },
  { name: 'owner' },
  { name: 'seen', order: 'visto' },
  { name: 'leaks', order: 'vazamentos', numeric: true },
  { name: 'passwords', order: 'senhas', numeric: true },
  { name: 'added', order: 'adicionado' },
] as const
/** Each column of the table is one of the files, and each further number in its cells. */
type FileColumn = (typeof TABLE)[number]['name'] | 'points' | 'openPasswords'

export const tableColumns = ({ t }: Pick<AddressesWords, 't'>): readonly Column<AddressOrder>[] =>
  TABLE.map(({ name, ...column }) => ({ label: t(name), ...column }))

/** Words of the list, `wordsFor` a level of severity, and the past day of the rows' numbers ('' for those of now). */
export type ExportWords = Pick<AddressesWords, 't' | 'date' | 'stateText'> & {
  readonly wordsFor: (code: string) => string
  readonly day: string
}

/** A cell of a file: a text, a number, or a moment or São Paulo day (ISO 8601). */
export type ExportCell =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number | null }
  | { readonly kind: 'day'; readonly value: string | null }

export type ExportColumn = { readonly head: string; readonly cell: (row: ListedAddress) => ExportCell }

const text = (value: string): ExportCell => ({ kind: 'text', value })
const count = (value: number | null): ExportCell => ({ kind: 'number', value })
const day = (value: string | null): ExportCell => ({ kind: 'day', value })

/** The columns of the files of the list (P-LIST-4), in the order that people's own tools know: a new one stands last. */
export const exportColumns = ({ t, stateText, wordsFor, day: past }: ExportWords): readonly ExportColumn[] => {
  const columns: Readonly<Record<FileColumn, ExportColumn>> = {
    email: { head: t('email'), cell: ({ email }) => text(email) },
    labels: { head: t('labels'), cell: ({ etiquetas }) => text(etiquetas.join(', ')) },
    seen: { head: t('seen'), cell: ({ visto_por_ultimo: seen }) => day(seen) },
    severity: {
      head: t('severity'),
      cell: ({ aguarda, gravidade }) => text(aguarda ? t('waits') : wordsFor(gravidade.nivel)),
    },
    points: { head: t('points'), cell: ({ gravidade }) => count(gravidade.pontos) },
    leaks: { head: t('leaks'), cell: ({ numero_vazamentos: leaks }) => count(leaks) },
    passwords: { head: t('passwords'), cell: ({ numero_senhas: passwords }) => count(passwords) },
    added: { head: t('added'), cell: ({ adicionado_em: added }) => day(added) },
    state: { head: t('state'), cell: (row) => text(stateText(row)) },
    owner: { head: t('owner'), cell: ({ responsaveis }) => text(responsaveis?.join(', ') ?? '') },
    openPasswords: {
      head: t('openPasswords'),
      // Nobody knows what was open on a past day.
      cell: ({ numero_senhas: all, senhas_em_aberto: open = all }) => count(past === '' ? open : null),
    },
  }
  return Object.values(columns)
}

/** Signs with which spreadsheets begin a formula: a text that begins with one is shown as a text. */
const FORMULA = /^[=+\-@\t\r]/

/** The text of a cell that no spreadsheet takes for a formula, also once the file was saved in another form. */
export const neutral = (value: string): string => (FORMULA.test(value) ? `'${value}` : value)
