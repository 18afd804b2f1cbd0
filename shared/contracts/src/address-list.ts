import { array, boolean, enum as oneOf, maxLength, minLength, nullable, object, optional, string } from 'zod/mini'
import { refine, regex, type infer as Infer } from 'zod/mini'
import { normalDomain } from './email-address.ts'
import { severitySchema } from './exposure.ts'
import { countSchema as count, coverageSchema, daySchema, listQueryShape, pageSizeSchema } from './listing.ts'

/** Orders and filters of the list of addresses, as its query has them; the first is the default. */
export const ADDRESS_ORDERS = ['vazamentos', 'senhas', 'email', 'adicionado', 'gravidade', 'visto'] as const
export const ADDRESS_FILTERS = [
  'todos',
  'novos',
  'com-vazamento',
  'com-senha',
  'senha-em-aberto',
  'sem-vazamento',
] as const
/** Levels of severity, and spans of the day last seen, that the list can be narrowed to (P-LIST-9). */
export const ADDRESS_LEVELS = ['critica', 'alta', 'media', 'baixa', 'nenhuma'] as const
export const ADDRESS_SEEN = ['ate-30-dias', 'ate-90-dias', 'ate-um-ano', 'ha-mais-de-um-ano'] as const
export type AddressLevel = (typeof ADDRESS_LEVELS)[number]
export type AddressSeen = (typeof ADDRESS_SEEN)[number]
export type AddressOrder = (typeof ADDRESS_ORDERS)[number]
export type AddressFilter = (typeof ADDRESS_FILTERS)[number]

/** Addresses of one call that adds, removes or labels several (P-LIST-7). */
export const MAX_LISTED_ADDRESSES = 200

/** Labels of one address (P-LIST-8): a page shows all of them, of up to 500 addresses. */
export const MAX_ADDRESS_LABELS = 20

/** A label: up to 40 characters, none of them a control character, and not spaces alone (P-LIST-8). */
export const labelSchema = string().check(
  maxLength(40),
  regex(/^[^\p{C}]+$/u),
  refine((text) => text.trim() !== '', 'a label expected'),
)

const listedAddressSchema = object({
  id: string(),
  email: string(),
  numero_vazamentos: count,
  numero_senhas: count,
  /** The number of its passwords that are open, where that is less (P-CASE-8). */
  senhas_em_aberto: optional(count),
  /** ISO 8601 instant. */
  adicionado_em: string(),
  /** `YYYY-MM-DD`; `null` for an address that was not found. */
  visto_por_ultimo: nullable(string()),
  gravidade: severitySchema,
  etiquetas: array(string()),
  /** It waits for its owner's yes, and nothing of it is told: its numbers are 0. */
  aguarda: boolean(),
  /** Something of it was found since the person's last visit (P-NEW-1). */
  novo: optional(boolean()),
  /** Its cases by what is left to do; its owner and theirs by their addresses. Servers of before tell neither. */
  casos: optional(object({ novos: count, em_andamento: count, encerrados: count })),
  responsaveis: optional(array(string())),
})
export type ListedAddress = Infer<typeof listedAddressSchema>

/** GET /enderecos: one page of the list. */
export const addressPageSchema = object({
  /** Addresses that search, filter and label leave. */
  encontrados: count,
  todos: count,
  linhas: array(listedAddressSchema),
  /** All labels in use. */
  etiquetas: array(string()),
  /** The domains that the organisation has named. Servers of before do not tell them. */
  dominios: optional(array(string())),
  /** The owners of addresses and of open cases, and the members of the organisation, for those who see people. Servers of before do not tell them. */
  donos: optional(array(string())),
  pessoas: optional(array(object({ id: string(), email: string() }))),
  cobertura: coverageSchema,
  /** Whether a removal can be taken back, for those who see people. Servers of before do not tell it. */
  ha_removidos: optional(boolean()),
  /**
   * The totals that the chart has for the past day that the query names, and the sums of all rows, which have the numbers of that day's end.
   * They differ where addresses or reports were removed since.
   */
  no_dia: optional(
    object({ total_vazamentos: count, total_senhas: count, soma_vazamentos: count, soma_senhas: count }),
  ),
})
export type AddressPage = Infer<typeof addressPageSchema>

const listOf = <Item extends ReturnType<typeof string>>(item: Item) =>
  array(item).check(minLength(1), maxLength(MAX_LISTED_ADDRESSES))

/** Body of POST /enderecos, and of POST /enderecos/conferir. */
export const addressesBodySchema = object({ enderecos: listOf(string().check(maxLength(320))) })

/** Their answer: the addresses in their one spelling, and what is no address as it was sent. */
export const addressesOutcomeSchema = object({
  /** Not there yet; in the answer to POST /enderecos those that were added. */
  novos: array(string()),
  existentes: array(string()),
  invalidos: array(string()),
})
export type AddressesOutcome = Infer<typeof addressesOutcomeSchema>

/** Body of POST /enderecos/remover and /enderecos/desfazer. */
export const addressIdsBodySchema = object({ ids: listOf(string().check(maxLength(36))) })
/** Body of POST /enderecos/etiquetar. */
export const labelBodySchema = object({ ...addressIdsBodySchema.shape, etiqueta: labelSchema, tem: boolean() })

/** Body of POST /enderecos/atribuir: the id of a member, or nobody (P-LIST-11). */
export const assignBodySchema = object({
  ...addressIdsBodySchema.shape,
  responsavel: nullable(string().check(maxLength(36))),
})

/** Query of GET /enderecos, which has 25 addresses a page where it names no number (P-LIST-2). */
export const ADDRESS_PAGE_SIZES = [25, 100, 500] as const
export const addressQueryShape = {
  ...listQueryShape,
  /** Default: from the greatest; addresses from a to z. */
  ordem: optional(oneOf(ADDRESS_ORDERS)),
  filtro: optional(oneOf(ADDRESS_FILTERS)),
  etiqueta: optional(labelSchema),
  gravidade: optional(oneOf(ADDRESS_LEVELS)),
  visto: optional(oneOf(ADDRESS_SEEN)),
  /** The whole domain of the address, not a domain above it (P-LIST-15). */
  dominio: optional(
    string().check(
      maxLength(253),
      refine((text) => normalDomain(text) !== undefined, 'a domain expected'),
    ),
  ),
  /** The e-mail address of a person who owns the address, or an open case of it. */
  responsavel: optional(string().check(maxLength(254))),
  /** The day whose numbers are listed, of the addresses that had some. Default: those of now. */
  dia: optional(daySchema),
  tamanho: pageSizeSchema(ADDRESS_PAGE_SIZES),
} as const
