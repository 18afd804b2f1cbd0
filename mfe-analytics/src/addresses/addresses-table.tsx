import type { AddressOrder, ListedAddress } from '@atalaia/contracts'
import { OneLine, ScrollBox, SortHeader, UNKNOWN } from '@atalaia/ui'
import { SeverityBadge } from '../address/severity-part.tsx'
import { AddressLink } from '../links/address-link.tsx'
import { date, number, t } from './addresses-words.ts'
import type { ListQuery } from './list-query.ts'

type AddressesTableProps = {
  readonly rows: readonly ListedAddress[]
  readonly query: ListQuery
  /** Ids. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onShow: (changes: Partial<ListQuery>) => void
}

const withOrWithout = (chosen: ReadonlySet<string>, ids: readonly string[], has: boolean) => {
  const next = new Set(chosen)
  for (const id of ids) {
    if (has) next.add(id)
    else next.delete(id)
  }
  return next
}

export const AddressesTable = ({ rows, query, chosen, onChoose, onShow }: AddressesTableProps) => {
  const ids = rows.map(({ id }) => id)
  const choose = (which: readonly string[], has: boolean) => onChoose(withOrWithout(chosen, which, has))
  const head = (order: AddressOrder, label: string, numeric: boolean) => {
    const isUp = (order === 'email') !== query.reversed
    return (
      <SortHeader
        label={label}
        numeric={numeric}
        sorted={query.order === order && (isUp ? 'asc' : 'desc')}
        onSort={() => onShow({ order, reversed: query.order === order && !query.reversed })}
      />
    )
  }
  return (
    <ScrollBox label={t('table')}>
      <table className="ui-table analytics-list__table">
        <thead>
          <tr>
            <th scope="col" className="analytics-list__choice">
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={ids.every((id) => chosen.has(id))}
                onChange={({ target }) => choose(ids, target.checked)}
              />
            </th>
            {head('email', t('email'), false)}
            <th scope="col">{t('labels')}</th>
            <th scope="col">{t('severity')}</th>
            <th scope="col">{t('seen')}</th>
            {head('vazamentos', t('leaks'), true)}
            {head('senhas', t('passwords'), true)}
            {head('adicionado', t('added'), false)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isChosen={chosen.has(row.id)} onChoose={(has) => choose([row.id], has)} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

type RowProps = {
  readonly row: ListedAddress
  readonly isChosen: boolean
  readonly onChoose: (has: boolean) => void
}

const Row = ({ row, isChosen, onChoose }: RowProps) => {
  const {
    id,
    email,
    etiquetas,
    gravidade,
    visto_por_ultimo: seen,
    numero_vazamentos: leaks,
    numero_senhas: passwords,
  } = row
  return (
    <tr>
      <td className="analytics-list__choice">
        <input
          type="checkbox"
          aria-label={t('select', { address: email })}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </td>
      <th scope="row">
        <AddressLink id={id}>
          <OneLine text={email} />
        </AddressLink>
      </th>
      <td>
        {etiquetas.map((label) => (
          <span key={label} className="analytics-list__label">
            {label}
          </span>
        ))}
      </td>
      <td>{row.aguarda ? t('waits') : <SeverityBadge severity={gravidade} />}</td>
      <td>{seen === null ? '' : date(seen)}</td>
      <td className={`ui-table__number analytics-number--${leaks > 0 ? 'leak' : 'none'}`}>
        <AddressLink id={id} explained="vazamentos">
          {row.aguarda ? UNKNOWN : number(leaks)}
        </AddressLink>
      </td>
      <td className={`ui-table__number analytics-number--${passwords > 0 ? 'password' : 'none'}`}>
        <AddressLink id={id} explained="senhas">
          {row.aguarda ? UNKNOWN : number(passwords)}
        </AddressLink>
      </td>
      <td>{date(row.adicionado_em)}</td>
    </tr>
  )
}
