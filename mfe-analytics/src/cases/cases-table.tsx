import type { ListedCase } from '@atalaia/contracts/cases'
import { OneLine } from '@atalaia/ui'
import { SeverityBadge } from '../address/severity-badge.tsx'
import { AddressLink } from '../links/address-link.tsx'
import { ListTable } from '../lists/list-table.tsx'
import type { CaseQuery } from './case-query.ts'
import { isLate, useCaseWords } from './case-words.ts'
import { tableColumns } from './columns.ts'
import { useKnowsPeople } from './people.ts'
import { StateBadge } from './state-badge.tsx'

type CasesTableProps = {
  readonly rows: readonly ListedCase[]
  readonly query: CaseQuery
  /** The chosen cases; `undefined` for people who may not change cases. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onSort: (sorted: Pick<CaseQuery, 'order' | 'reversed'>) => void
}

/** Names a case of the list. */
export const keyOf = ({ endereco, fonte }: Pick<ListedCase, 'endereco' | 'fonte'>): string => `${endereco} ${fonte}`

export const CasesTable = (props: CasesTableProps) => {
  const knowsPeople = useKnowsPeople()
  const words = useCaseWords()
  const { t } = words
  return (
    <ListTable
      {...props}
      label={t('table')}
      chooseAll={t('selectAll')}
      columns={tableColumns(words, knowsPeople)}
      keyOf={keyOf}
      chooseOne={({ email, titulo, fonte }) => t('select', { address: email, source: titulo ?? fonte })}
      renderCells={(row) => <Cells row={row} />}
    />
  )
}

const Cells = ({ row }: { readonly row: ListedCase }) => {
  const knowsPeople = useKnowsPeople()
  const { t, date } = useCaseWords()
  const { endereco, email, fonte, titulo, gravidade, estado, responsavel, prazo, mudado_em: changed } = row
  return (
    <>
      <th scope="row">
        <AddressLink id={endereco} source={fonte}>
          <OneLine text={email} />
        </AddressLink>
      </th>
      <td className="analytics-case__source" title={titulo ?? fonte}>
        {titulo ?? fonte}
      </td>
      <td>
        <SeverityBadge severity={gravidade} />
      </td>
      <td>
        <StateBadge state={estado} />
      </td>
      {knowsPeople && (
        <td className="analytics-list__owner" title={responsavel?.email}>
          {responsavel?.email}
        </td>
      )}
      <td data-label={t('due')} className={isLate(row) ? 'analytics-case__late' : undefined}>
        {prazo !== null && (isLate(row) ? `${date(prazo)} · ${t('due.vencido')}` : date(prazo))}
      </td>
      <td data-label={t('changedOn')}>{changed !== null && date(changed)}</td>
    </>
  )
}
