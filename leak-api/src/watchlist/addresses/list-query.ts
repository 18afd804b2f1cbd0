import {
  ADDRESS_FILTERS,
  ADDRESS_ORDERS,
  ADDRESS_PAGE_SIZES,
  addressQueryShape,
  normalDomain,
} from '@atalaia/contracts'
import { object, type infer as Infer } from 'zod/mini'
import type { ListQuery } from './list-repository.ts'

export const addressQuerySchema = object(addressQueryShape)
const [SMALLEST_PAGE] = ADDRESS_PAGE_SIZES

type Asked = Pick<ListQuery, 'since' | 'today'> & {
  /** Whether the list may be narrowed to a person. */
  readonly isOwnerShown: boolean
}

/** The part of the list that a query of GET /enderecos asks for. */
export const listQueryOf = (
  {
    busca = '',
    ordem,
    invertida,
    filtro,
    etiqueta,
    gravidade,
    visto,
    dominio,
    responsavel,
    dia,
    pagina,
    tamanho,
  }: Infer<typeof addressQuerySchema>,
  { isOwnerShown, ...asked }: Asked,
): ListQuery => ({
  ...asked,
  search: busca.trim().toLowerCase(),
  order: ordem ?? ADDRESS_ORDERS[0],
  reversed: invertida === 'sim',
  filter: filtro ?? ADDRESS_FILTERS[0],
  label: etiqueta,
  level: gravidade,
  seen: visto,
  domain: dominio === undefined ? undefined : normalDomain(dominio),
  owner: isOwnerShown ? responsavel : undefined,
  day: dia,
  page: Number(pagina ?? 1),
  size: Number(tamanho ?? SMALLEST_PAGE),
})
