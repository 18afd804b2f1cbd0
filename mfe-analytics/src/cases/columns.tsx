import type { CaseOrder, ListedCase } from '@atalaia/contracts/cases'
import { OneLine } from '@atalaia/ui'
import { SeverityBadge } from '../address/severity-badge.tsx'
import { AddressLink } from '../links/address-link.tsx'
import { dayCell, numberCell, textCell } from '../lists/file-columns.ts'
import type { ListColumn } from '../lists/list-column.ts'
import { isLate, type CaseWords } from './case-words.ts'
import { StateBadge } from './state-badge.tsx'

/** Words of the list, and those of a level of severity. */
type ColumnWords = Pick<CaseWords, 't' | 'date' | 'stateName'> & { readonly wordsFor: (code: string) => string }

/** Names a case of the list. */
export const keyOf = ({ endereco, fonte }: Pick<ListedCase, 'endereco' | 'fonte'>): string => `${endereco} ${fonte}`

/** The columns of the list, of its table and of its files (P-CASE-15). */
export const caseColumns = ({
  t,
  date,
  stateName,
  wordsFor,
}: ColumnWords): readonly ListColumn<ListedCase, CaseOrder>[] => [
  {
    key: 'address',
    title: t('address'),
    order: 'email',
    isUpFirst: true,
    isRowHeader: true,
    cell: ({ endereco, email, fonte }) => (
      <AddressLink id={endereco} source={fonte}>
        <OneLine text={email} />
      </AddressLink>
    ),
    file: { place: 1, cell: ({ email }) => textCell(email) },
  },
  {
    key: 'source',
    title: t('source'),
    attributes: ({ titulo, fonte }) => ({ className: 'analytics-case__source', title: titulo ?? fonte }),
    cell: ({ titulo, fonte }) => titulo ?? fonte,
    file: { place: 2, cell: ({ titulo, fonte }) => textCell(titulo ?? fonte) },
  },
  {
    key: 'severity',
    title: t('severity'),
    order: 'gravidade',
    cell: ({ gravidade }) => <SeverityBadge severity={gravidade} />,
    file: { place: 3, cell: ({ gravidade }) => textCell(wordsFor(gravidade.nivel)) },
  },
  { key: 'points', title: t('points'), file: { place: 4, cell: ({ gravidade }) => numberCell(gravidade.pontos) } },
  {
    key: 'known',
    title: t('known'),
    hasLabel: true,
    cell: ({ aqui_desde: since }) => since && date(since),
    file: { place: 12, cell: ({ aqui_desde: since = null }) => dayCell(since) },
  },
  {
    key: 'state',
    title: t('state'),
    cell: ({ estado }) => <StateBadge state={estado} />,
    file: { place: 5, cell: ({ estado }) => textCell(stateName(estado)) },
  },
  {
    key: 'owner',
    title: t('owner'),
    attributes: ({ responsavel }) => ({ className: 'analytics-list__owner', title: responsavel?.email }),
    cell: ({ responsavel }) => responsavel?.email,
    file: { place: 6, cell: ({ responsavel }) => textCell(responsavel?.email ?? '') },
  },
  {
    key: 'due',
    title: t('due'),
    order: 'prazo',
    isUpFirst: true,
    hasLabel: true,
    attributes: (row) => ({ className: isLate(row) ? 'analytics-case__late' : undefined }),
    cell: (row) => row.prazo !== null && (isLate(row) ? `${date(row.prazo)} · ${t('due.vencido')}` : date(row.prazo)),
    file: { place: 7, cell: ({ prazo }) => dayCell(prazo) },
  },
  {
    key: 'changedOn',
    title: t('changedOn'),
    order: 'mudanca',
    hasLabel: true,
    cell: ({ mudado_em: changed }) => changed !== null && date(changed),
    file: { place: 8, cell: ({ mudado_em: changed }) => dayCell(changed) },
  },
  { key: 'seen', title: t('seen'), file: { place: 9, cell: ({ visto_por_ultimo: seen }) => dayCell(seen) } },
  { key: 'reopenedOn', title: t('reopenedOn'), file: { place: 10, cell: ({ reaberto_em: at }) => dayCell(at) } },
  { key: 'note', title: t('note'), file: { place: 11, cell: ({ nota }) => textCell(nota) } },
]
