import type { AddressOrder, ListedAddress } from '@atalaia/contracts'
import { dayCell, numberCell, textCell, type FileColumn } from '../lists/file-columns.ts'
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
type ColumnName = (typeof TABLE)[number]['name'] | 'points' | 'openPasswords'

export const tableColumns = ({ t }: Pick<AddressesWords, 't'>): readonly Column<AddressOrder>[] =>
  TABLE.map(({ name, ...column }) => ({ label: t(name), ...column }))

/** Words of the list, `wordsFor` a level of severity, and the past day of the rows' numbers ('' for those of now). */
export type ExportWords = Pick<AddressesWords, 't' | 'date' | 'stateText'> & {
  readonly wordsFor: (code: string) => string
  readonly day: string
}

/** The columns of the files of the list (P-LIST-4), in the order that people's own tools know: a new one stands last. */
export const exportColumns = ({
  t,
  stateText,
  wordsFor,
  day: past,
}: ExportWords): readonly FileColumn<ListedAddress>[] => {
  const columns: Readonly<Record<ColumnName, FileColumn<ListedAddress>>> = {
    email: { head: t('email'), cell: ({ email }) => textCell(email) },
    labels: { head: t('labels'), cell: ({ etiquetas }) => textCell(etiquetas.join(', ')) },
    seen: { head: t('seen'), cell: ({ visto_por_ultimo: seen }) => dayCell(seen) },
    severity: {
      head: t('severity'),
      cell: ({ aguarda, gravidade }) => textCell(aguarda ? t('waits') : wordsFor(gravidade.nivel)),
    },
    points: { head: t('points'), cell: ({ gravidade }) => numberCell(gravidade.pontos) },
    leaks: { head: t('leaks'), cell: ({ numero_vazamentos: leaks }) => numberCell(leaks) },
    passwords: { head: t('passwords'), cell: ({ numero_senhas: passwords }) => numberCell(passwords) },
    added: { head: t('added'), cell: ({ adicionado_em: added }) => dayCell(added) },
    state: { head: t('state'), cell: (row) => textCell(stateText(row)) },
    owner: { head: t('owner'), cell: ({ responsaveis }) => textCell(responsaveis?.join(', ') ?? '') },
    openPasswords: {
      head: t('openPasswords'),
      // Nobody knows what was open on a past day.
      cell: ({ numero_senhas: all, senhas_em_aberto: open = all }) => numberCell(past === '' ? open : null),
    },
  }
  return Object.values(columns)
}
