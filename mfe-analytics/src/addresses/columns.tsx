import type { AddressOrder, ListedAddress } from '@atalaia/contracts'
import { UNKNOWN } from '@atalaia/ui'
import { useContext } from 'react'
import { SeverityBadge } from '../address/severity-badge.tsx'
import { AddressLink, ProveContext } from '../links/address-link.tsx'
import { MarkedAddress } from '../links/marked-address.tsx'
import { dayCell, numberCell, textCell } from '../lists/file-columns.ts'
import type { ListColumn } from '../lists/list-column.ts'
import type { AddressesWords } from './addresses-words.ts'

/** `wordsFor` translates a severity. The day is '' for current numbers. */
type ColumnWords = Pick<AddressesWords, 't' | 'date' | 'number' | 'stateText'> & {
  readonly wordsFor: (code: string) => string
  readonly day: string
}

/** P-LIST-3 P-LIST-4 */
export const addressColumns = ({
  t,
  date,
  number,
  stateText,
  wordsFor,
  day,
}: ColumnWords): readonly ListColumn<ListedAddress, AddressOrder>[] => [
  {
    key: 'email',
    title: t('email'),
    order: 'email',
    isUpFirst: true,
    isRowHeader: true,
    cell: ({ id, email, novo }) => <MarkedAddress id={id} email={email} isNew={novo} />,
    file: { place: 1, cell: ({ email }) => textCell(email) },
  },
  {
    key: 'labels',
    title: t('labels'),
    isFilled: ({ etiquetas }) => etiquetas.length > 0,
    cell: ({ etiquetas }) =>
      etiquetas.map((label) => (
        <span key={label} className="analytics-list__label">
          {label}
        </span>
      )),
    file: { place: 2, cell: ({ etiquetas }) => textCell(etiquetas.map(listed).join(', ')) },
  },
  {
    key: 'severity',
    title: t('severity'),
    order: 'gravidade',
    className: 'analytics-list__level',
    cell: ({ aguarda, email, gravidade }) =>
      aguarda ? <Waits text={t('waits')} email={email} /> : <SeverityBadge severity={gravidade} />,
    file: {
      place: 4,
      cell: ({ aguarda, gravidade }) => textCell(aguarda ? t('waits') : wordsFor(gravidade.nivel)),
    },
  },
  { key: 'points', title: t('points'), file: { place: 5, cell: ({ gravidade }) => numberCell(gravidade.pontos) } },
  {
    key: 'state',
    title: t('state'),
    cell: (row) =>
      stateText(row) !== '' && (
        <AddressLink id={row.id} explained="vazamentos">
          {stateText(row)}
        </AddressLink>
      ),
    file: { place: 9, cell: (row) => textCell(stateText(row)) },
  },
  {
    key: 'owner',
    title: t('owner'),
    attributes: (row) => ({ className: 'analytics-list__owner', title: ownersOf(row) }),
    isFilled: (row) => ownersOf(row) !== undefined && ownersOf(row) !== '',
    cell: ownersOf,
    file: { place: 10, cell: (row) => textCell(ownersOf(row) ?? '') },
  },
  {
    key: 'seen',
    title: t('seen'),
    order: 'visto',
    hasLabel: true,
    className: 'analytics-list__wide',
    cell: ({ visto_por_ultimo: seen }) => seen !== null && date(seen),
    file: { place: 3, cell: ({ visto_por_ultimo: seen }) => dayCell(seen) },
  },
  {
    key: 'leaks',
    title: t('leaks'),
    order: 'vazamentos',
    align: 'end',
    hasLabel: true,
    cell: ({ id, aguarda, numero_vazamentos: leaks }) => (
      <AddressLink id={id} explained="vazamentos">
        {aguarda ? UNKNOWN : number(leaks)}
      </AddressLink>
    ),
    file: { place: 6, cell: ({ numero_vazamentos: leaks }) => numberCell(leaks) },
  },
  {
    key: 'passwords',
    title: t('passwords'),
    order: 'senhas',
    align: 'end',
    hasLabel: true,
    cell: ({ id, aguarda, numero_senhas: all, senhas_em_aberto: open }) => (
      <>
        <AddressLink id={id} explained="senhas">
          {aguarda ? UNKNOWN : number(all)}
        </AddressLink>
        {open !== undefined && (
          <span className="analytics-list__open">
            <AddressLink id={id} explained="senhas">
              {t('open', { open })}
            </AddressLink>
          </span>
        )}
      </>
    ),
    file: { place: 7, cell: ({ numero_senhas: all }) => numberCell(all) },
  },
  {
    key: 'added',
    title: t('added'),
    order: 'adicionado',
    hasLabel: true,
    className: 'analytics-list__wide',
    cell: ({ adicionado_em: added }) => date(added),
    file: { place: 8, cell: ({ adicionado_em: added }) => dayCell(added) },
  },
  {
    key: 'openPasswords',
    title: t('openPasswords'),
    file: {
      place: 11,
      // Nobody knows what was open on a past day.
      cell: ({ numero_senhas: all, senhas_em_aberto: open = all }) => numberCell(day === '' ? open : null),
    },
  },
]

/** A label with a comma stays one in the file. */
const listed = (label: string) => (/[",]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)

const ownersOf = ({ responsaveis }: ListedAddress) => responsaveis?.join(', ')

const Waits = ({ text, email }: { readonly text: string; readonly email: string }) => {
  const prove = useContext(ProveContext)
  return (
    <>
      {text} {prove(email)}
    </>
  )
}
