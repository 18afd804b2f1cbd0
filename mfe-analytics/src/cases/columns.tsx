import type { CaseOrder, CasePerson, ListedCase } from '@atalaia/contracts/cases'
import { SeverityBadge } from '../address/severity-badge.tsx'
import { MarkedAddress } from '../links/marked-address.tsx'
import { dayCell, numberCell, textCell } from '../lists/file-columns.ts'
import type { ListColumn } from '../lists/list-column.ts'
import type { CaseChange } from './case-calls.ts'
import { DueMenu, OwnerMenu, StateMenu, Unset } from './case-menus.tsx'
import { isLate, type CaseWords } from './case-words.ts'
import type { useNoticeStates } from '../notices/notice-states.ts'
import { StateBadge } from './state-badge.tsx'

type ColumnWords = Pick<CaseWords, 't' | 'date' | 'stateName'> & {
  readonly wordsFor: (code: string) => string
} & ReturnType<typeof useNoticeStates>

export type RowChanges = {
  readonly people: readonly CasePerson[]
  readonly change: (row: ListedCase, change: CaseChange) => void
}

export const keyOf = ({ endereco, fonte }: Pick<ListedCase, 'endereco' | 'fonte'>): string => `${endereco} ${fonte}`

const dueText = (row: ListedCase, { t, date }: ColumnWords): string => {
  if (row.prazo === null) return ''
  return isLate(row) ? `${date(row.prazo)} · ${t('due.vencido')}` : date(row.prazo)
}

const named = ({ email, titulo, fonte }: ListedCase, value: string) => ({
  address: email,
  source: titulo ?? fonte,
  value,
})

/**
 * The columns of the list, of its table and of its files (P-CASE-15). With `changes` the state, the owner and the due day of a
 * row are menus (P-CASE-23).
 */
export const caseColumns = (words: ColumnWords, changes?: RowChanges): readonly ListColumn<ListedCase, CaseOrder>[] => {
  const { t, date, stateName, wordsFor, noticeTitle, noticeName } = words
  return [
    {
      key: 'address',
      title: t('address'),
      order: 'email',
      isUpFirst: true,
      isRowHeader: true,
      cell: ({ endereco, email, fonte, novo }) => (
        <MarkedAddress id={endereco} email={email} source={fonte} isNew={novo} />
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
      className: 'analytics-list__level',
      cell: ({ gravidade }) => <SeverityBadge severity={gravidade} />,
      file: { place: 3, cell: ({ gravidade }) => textCell(wordsFor(gravidade.nivel)) },
    },
    { key: 'points', title: t('points'), file: { place: 4, cell: ({ gravidade }) => numberCell(gravidade.pontos) } },
    {
      key: 'known',
      title: t('known'),
      order: 'conhecido',
      hasLabel: true,
      className: 'analytics-list__wide',
      cell: ({ aqui_desde: since }) => since && date(since),
      file: { place: 12, cell: ({ aqui_desde: since = null }) => dayCell(since) },
    },
    {
      key: 'state',
      title: t('state'),
      cell: (row) => {
        const badge = <StateBadge state={row.estado} />
        if (!changes) return badge
        return (
          <StateMenu
            label={t('cell.state', named(row, stateName(row.estado)))}
            trigger={badge}
            value={row.estado}
            onChange={(change) => changes.change(row, change)}
          />
        )
      },
      file: { place: 5, cell: ({ estado }) => textCell(stateName(estado)) },
    },
    {
      key: 'owner',
      title: t('owner'),
      attributes: ({ responsavel }) => ({ className: 'analytics-list__owner', title: responsavel?.email }),
      isFilled: ({ responsavel }) => changes !== undefined || responsavel !== null,
      cell: (row) => {
        const owner = row.responsavel?.email
        if (!changes) return owner
        return (
          <OwnerMenu
            label={t('cell.owner', named(row, owner ?? t('nobody')))}
            trigger={owner === undefined ? <Unset icon="user" /> : <span className="analytics-list__cut">{owner}</span>}
            value={row.responsavel?.id ?? 'ninguem'}
            people={changes.people}
            onChange={(change) => changes.change(row, change)}
          />
        )
      },
      file: { place: 6, cell: ({ responsavel }) => textCell(responsavel?.email ?? '') },
    },
    {
      key: 'due',
      title: t('due'),
      order: 'prazo',
      isUpFirst: true,
      hasLabel: true,
      attributes: (row) => ({ className: isLate(row) ? 'analytics-case__late' : undefined }),
      isFilled: ({ prazo }) => changes !== undefined || prazo !== null,
      cell: (row) => {
        const due = dueText(row, words)
        if (!changes) return due
        return (
          <DueMenu
            label={t('cell.due', named(row, due === '' ? t('due.none') : due))}
            trigger={due === '' ? <Unset icon="calendar" /> : due}
            value={row.prazo ?? ''}
            onChange={(change) => changes.change(row, change)}
          />
        )
      },
      file: { place: 7, cell: ({ prazo }) => dayCell(prazo) },
    },
    {
      key: 'notice',
      title: noticeTitle,
      hasLabel: true,
      isFilled: ({ aviso }) => aviso != null,
      cell: ({ aviso }) => aviso != null && noticeName(aviso),
      file: { place: 13, cell: ({ aviso }) => textCell(aviso == null ? '' : noticeName(aviso)) },
    },
    {
      key: 'changedOn',
      title: t('changedOn'),
      order: 'mudanca',
      hasLabel: true,
      className: 'analytics-list__wide',
      isFilled: ({ mudado_em: changed }) => changed !== null,
      cell: ({ mudado_em: changed }) => changed !== null && date(changed),
      file: { place: 8, cell: ({ mudado_em: changed }) => dayCell(changed) },
    },
    { key: 'seen', title: t('seen'), file: { place: 9, cell: ({ visto_por_ultimo: seen }) => dayCell(seen) } },
    { key: 'reopenedOn', title: t('reopenedOn'), file: { place: 10, cell: ({ reaberto_em: at }) => dayCell(at) } },
    { key: 'note', title: t('note'), file: { place: 11, cell: ({ nota }) => textCell(nota) } },
  ]
}
