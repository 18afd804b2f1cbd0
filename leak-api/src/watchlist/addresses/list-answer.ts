import { ADDRESS_ORDERS, addressQueryShape, normalDomain, type ListedAddress } from '@atalaia/contracts'
import { object, type infer as Infer } from 'zod/mini'
import type { AddressQuery, ListedRow } from './address-list.ts'

export const addressQuerySchema = object(addressQueryShape)

type Asked = Pick<AddressQuery, 'since' | 'today'> & {
  readonly isOwnerShown: boolean
}

export const addressQueryOf = (
  query: Infer<typeof addressQuerySchema>,
  { isOwnerShown, ...asked }: Asked,
): AddressQuery => ({
  ...asked,
  search: query.busca?.trim().toLowerCase() || undefined,
  order: query.ordem ?? ADDRESS_ORDERS[0],
  reversed: query.invertida === 'sim',
  filter: query.filtro === 'todos' ? undefined : query.filtro,
  label: query.etiqueta,
  level: query.gravidade,
  seen: query.visto,
  domain: query.dominio === undefined ? undefined : normalDomain(query.dominio),
  owner: isOwnerShown ? query.responsavel : undefined,
  day: query.dia,
})

type Judged = { readonly lastSeen: ListedAddress['visto_por_ultimo']; readonly severity: ListedAddress['gravidade'] }
type Shown = {
  readonly isPast: boolean
  readonly isOwnerShown: boolean
}

/** P-LIST-3 */
export const toldAddress = (
  { responsaveis, openPasswords, leaksNow, closed, inWork, isNew, ...row }: ListedRow,
  { lastSeen, severity }: Judged,
  { isPast, isOwnerShown }: Shown,
): ListedAddress => ({
  ...row,
  ...(!isPast && openPasswords < row.numero_senhas && { senhas_em_aberto: openPasswords }),
  visto_por_ultimo: lastSeen,
  gravidade: severity,
  ...(isNew === true && { novo: true }),
  casos: { novos: leaksNow - closed - inWork, em_andamento: inWork, encerrados: closed },
  ...(isOwnerShown && { responsaveis }),
})
