import type { CaseOrder, ListedCase } from '@atalaia/contracts/cases'
import { dayCell, numberCell, textCell, type FileColumn } from '../lists/file-columns.ts'
import type { Column } from '../lists/list-table.tsx'
import type { CaseWords } from './case-words.ts'

/** The columns of the table, in their order. */
const TABLE = [
  { name: 'address', order: 'email', isUpFirst: true },
  { name: 'source' },
  { name: 'severity', order: 'gravidade' },
  { name: 'state' },
  { name: 'owner' },
  { name: 'due', order: 'prazo', isUpFirst: true },
  { name: 'changedOn', order: 'mudanca' },
] as const
/** Each column of the table is one of the files, and so is what a row has besides. */
type ColumnName = (typeof TABLE)[number]['name'] | 'points' | 'seen' | 'reopenedOn' | 'note'

export const tableColumns = ({ t }: Pick<CaseWords, 't'>, knowsPeople: boolean): readonly Column<CaseOrder>[] =>
  TABLE.filter(({ name }) => knowsPeople || name !== 'owner').map(({ name, ...column }) => ({
    label: t(name),
    ...column,
  }))

/** Words of the list, and those of a level of severity. */
export type ExportWords = Pick<CaseWords, 't' | 'stateName'> & { readonly wordsFor: (code: string) => string }

/** The columns of the files of the list (P-CASE-15): a new one stands last. */
export const exportColumns = ({ t, stateName, wordsFor }: ExportWords): readonly FileColumn<ListedCase>[] => {
  const columns: Readonly<Record<ColumnName, FileColumn<ListedCase>>> = {
    address: { head: t('address'), cell: ({ email }) => textCell(email) },
    source: { head: t('source'), cell: ({ titulo, fonte }) => textCell(titulo ?? fonte) },
    severity: { head: t('severity'), cell: ({ gravidade }) => textCell(wordsFor(gravidade.nivel)) },
    points: { head: t('points'), cell: ({ gravidade }) => numberCell(gravidade.pontos) },
    state: { head: t('state'), cell: ({ estado }) => textCell(stateName(estado)) },
    owner: { head: t('owner'), cell: ({ responsavel }) => textCell(responsavel?.email ?? '') },
    due: { head: t('due'), cell: ({ prazo }) => dayCell(prazo) },
    changedOn: { head: t('changedOn'), cell: ({ mudado_em: changed }) => dayCell(changed) },
    seen: { head: t('seen'), cell: ({ visto_por_ultimo: seen }) => dayCell(seen) },
    reopenedOn: { head: t('reopenedOn'), cell: ({ reaberto_em: reopened }) => dayCell(reopened) },
    note: { head: t('note'), cell: ({ nota }) => textCell(nota) },
  }
  return Object.values(columns)
}
