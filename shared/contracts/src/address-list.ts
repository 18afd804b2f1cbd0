import { array, boolean, enum as oneOf, maxLength, minLength, nullable, object, optional, string } from 'zod/mini'
import { refine, regex, type infer as Infer } from 'zod/mini'
import { normalDomain } from './email-address.ts'
import { severitySchema } from './exposure.ts'
import { countSchema as count, coverageSchema, daySchema, listQueryShape, pageSizeSchema } from './listing.ts'

/** Orders of the list of addresses. The first is the default. */
export const ADDRESS_ORDERS = ['vazamentos', 'senhas', 'email', 'adicionado', 'gravidade', 'visto'] as const
export const ADDRESS_FILTERS = [
  'todos',
  'novos',
  'com-vazamento',
  'com-senha',
  'senha-em-aberto',
  'sem-vazamento',
] as const
/** Filters by severity and by the day last seen (P-LIST-9). */
export const ADDRESS_LEVELS = ['critica', 'alta', 'media', 'baixa', 'nenhuma'] as const
export const ADDRESS_SEEN = ['ate-30-dias', 'ate-90-dias', 'ate-um-ano', 'ha-mais-de-um-ano'] as const
export type AddressLevel = (typeof ADDRESS_LEVELS)[number]
export type AddressSeen = (typeof ADDRESS_SEEN)[number]
export type AddressOrder = (typeof ADDRESS_ORDERS)[number]
export type AddressFilter = (typeof ADDRESS_FILTERS)[number]

/** Addresses per call (P-LIST-7). */
export const MAX_LISTED_ADDRESSES = 200

/** Labels per address (P-LIST-8). */
export const MAX_ADDRESS_LABELS = 20

/** Up to 40 characters without control characters; not only spaces (P-LIST-8). */
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
  /** Open passwords, when fewer than all (P-CASE-8). */
  senhas_em_aberto: optional(count),
  /** ISO 8601 instant. */
  adicionado_em: string(),
  /** `YYYY-MM-DD`; `null` for an address without findings. */
  visto_por_ultimo: nullable(string()),
  gravidade: severitySchema,
  etiquetas: array(string()),
  /** The owner has not confirmed: all numbers are 0. */
  aguarda: boolean(),
  /** Found since the person's last visit (P-NEW-1). */
  novo: optional(boolean()),
  /** Cases by state, and e-mail addresses of owners. Older servers omit them. */
  casos: optional(object({ novos: count, em_andamento: count, encerrados: count })),
  responsaveis: optional(array(string())),
})
export type ListedAddress = Infer<typeof listedAddressSchema>

/** GET /enderecos. */
export const addressPageSchema = object({
  /** Addresses that match the query. */
  encontrados: count,
  todos: count,
  linhas: array(listedAddressSchema),
  /** All labels in use. */
  etiquetas: array(string()),
  /** Domains of the organisation. Older servers omit them. */
  dominios: optional(array(string())),
  /** Owners and members, for callers who see people. Older servers omit them. */
  donos: optional(array(string())),
  pessoas: optional(array(object({ id: string(), email: string() }))),
  cobertura: coverageSchema,
  /** A removal can be undone, for callers who see people. Older servers omit it. */
  ha_removidos: optional(boolean()),
  /**
   * Totals of the chart for the queried day, and sums of the rows at the end of that day.
   * They differ after removals.
   */
  no_dia: optional(
    object({ total_vazamentos: count, total_senhas: count, soma_vazamentos: count, soma_senhas: count }),
  ),
})
export type AddressPage = Infer<typeof addressPageSchema>

const listOf = <Item extends ReturnType<typeof string>>(item: Item) =>
  array(item).check(minLength(1), maxLength(MAX_LISTED_ADDRESSES))

/** Body of POST /enderecos and POST /enderecos/conferir. */
export const addressesBodySchema = object({ enderecos: listOf(string().check(maxLength(320))) })

/** Answer: normalised addresses, and invalid texts as sent. */
export const addressesOutcomeSchema = object({
  /** Added by POST /enderecos, or addable. */
  novos: array(string()),
  existentes: array(string()),
  invalidos: array(string()),
})
export type AddressesOutcome = Infer<typeof addressesOutcomeSchema>

/** Body of POST /enderecos/remover and /enderecos/desfazer. */
export const addressIdsBodySchema = object({ ids: listOf(string().check(maxLength(36))) })
/** Body of POST /enderecos/etiquetar. */
export const labelBodySchema = object({ ...addressIdsBodySchema.shape, etiqueta: labelSchema, tem: boolean() })

/** Body of POST /enderecos/atribuir. `null` removes the owner (P-LIST-11). */
export const assignBodySchema = object({
  ...addressIdsBodySchema.shape,
  responsavel: nullable(string().check(maxLength(36))),
})

/** Page sizes of GET /enderecos. Default: 25 (P-LIST-2). */
export const ADDRESS_PAGE_SIZES = [25, 100, 500] as const
export const addressQueryShape = {
  ...listQueryShape,
  /** Default: descending; addresses from a to z. */
  ordem: optional(oneOf(ADDRESS_ORDERS)),
  filtro: optional(oneOf(ADDRESS_FILTERS)),
  etiqueta: optional(labelSchema),
  gravidade: optional(oneOf(ADDRESS_LEVELS)),
  visto: optional(oneOf(ADDRESS_SEEN)),
  /** Exact domain, without subdomains (P-LIST-15). */
  dominio: optional(
    string().check(
      maxLength(253),
      refine((text) => normalDomain(text) !== undefined, 'a domain expected'),
    ),
  ),
  /** E-mail address of the owner of the address or of an open case. */
  responsavel: optional(string().check(maxLength(254))),
  /** Lists the numbers of a past day. Default: now. */
  dia: optional(daySchema),
  tamanho: pageSizeSchema(ADDRESS_PAGE_SIZES),
} as const
