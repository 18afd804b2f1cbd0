import type { ListedAddress } from '@atalaia/contracts'
import { UNKNOWN } from '@atalaia/ui'
import { useContext } from 'react'
import { SeverityBadge } from '../address/severity-badge.tsx'
import { AddressLink, ProveContext } from '../links/address-link.tsx'
import { MarkedAddress } from '../links/marked-address.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useAddressesWords } from './addresses-words.ts'
import { tableColumns } from './columns.ts'
import type { AddressQuery } from './list-query.ts'

type AddressesTableProps = {
  readonly rows: readonly ListedAddress[]
  readonly query: AddressQuery
  /** Ids; `undefined` for those that may not change the list. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onSort: (sorted: Pick<AddressQuery, 'order' | 'reversed'>) => void
}

export const AddressesTable = (props: AddressesTableProps) => {
  const words = useAddressesWords()
  const { t } = words
  return (
    <ListTable
      {...props}
      label={t('table')}
      chooseAll={t('selectAll')}
      columns={tableColumns(words)}
      keyOf={({ id }) => id}
      chooseOne={({ email }) => t('select', { address: email })}
      renderCells={(row) => <Cells row={row} />}
    />
  )
}

const Cells = ({ row }: { readonly row: ListedAddress }) => {
  const { t, date, number, stateText } = useAddressesWords()
  const {
    id,
    email,
    etiquetas,
    gravidade,
    visto_por_ultimo: seen,
    numero_vazamentos: leaks,
    numero_senhas: passwords,
    senhas_em_aberto: open,
  } = row
  const states = stateText(row)
  const prove = useContext(ProveContext)
  return (
    <>
      <th scope="row">
        <MarkedAddress id={id} email={email} isNew={row.novo} />
      </th>
      <td>
        {etiquetas.map((label) => (
          <span key={label} className="analytics-list__label">
            {label}
          </span>
        ))}
      </td>
      <td>
        {row.aguarda ? (
          <>
            {t('waits')} {prove(email)}
          </>
        ) : (
          <SeverityBadge severity={gravidade} />
        )}
      </td>
      <td>
        {states !== '' && (
          <AddressLink id={id} explained="vazamentos">
            {states}
          </AddressLink>
        )}
      </td>
      <td className="analytics-list__owner" title={row.responsaveis?.join(', ')}>
        {row.responsaveis?.join(', ')}
      </td>
      <td data-label={t('seen')}>{seen === null ? '' : date(seen)}</td>
      <td data-label={t('leaks')} className={`ui-table__number analytics-number--${leaks > 0 ? 'leak' : 'none'}`}>
        <AddressLink id={id} explained="vazamentos">
          {row.aguarda ? UNKNOWN : number(leaks)}
        </AddressLink>
      </td>
      <td
        data-label={t('passwords')}
        className={`ui-table__number analytics-number--${passwords > 0 ? 'password' : 'none'}`}
      >
        <AddressLink id={id} explained="senhas">
          {row.aguarda ? UNKNOWN : number(passwords)}
        </AddressLink>
        {open !== undefined && (
          <span className="analytics-list__open">
            <AddressLink id={id} explained="senhas">
              {t('open', { open })}
            </AddressLink>
          </span>
        )}
      </td>
      <td data-label={t('added')}>{date(row.adicionado_em)}</td>
    </>
  )
}
