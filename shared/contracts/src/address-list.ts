import {
  array,
  boolean,
  enum as oneOf,
  int,
  maxLength,
  minLength,
  nonnegative,
  nullable,
  object,
  optional,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { severitySchema } from './exposure.ts'

const count = int().check(nonnegative())

/** Orders and filters of the list of addresses, as its query has them; the first is the default. */
export const ADDRESS_ORDERS = ['vazamentos', 'senhas', 'email', 'adicionado'] as const
export const ADDRESS_FILTERS = ['todos', 'com-vazamento', 'com-senha', 'sem-vazamento'] as const
export type AddressOrder = (typeof ADDRESS_ORDERS)[number]
export type AddressFilter = (typeof ADDRESS_FILTERS)[number]

/** Addresses of one call that adds, removes or labels several. */
export const MAX_LISTED_ADDRESSES = 200

/** A label: up to 40 characters, none of them a control character. */
export const labelSchema = string().check(minLength(1), maxLength(40), regex(/^[^\p{C}]+$/u))

const listedAddressSchema = object({
  id: string(),
  email: string(),
  numero_vazamentos: count,
  numero_senhas: count,
  /** ISO 8601 instant. */
  adicionado_em: string(),
  /** `YYYY-MM-DD`; `null` for an address that was not found. */
  visto_por_ultimo: nullable(string()),
  gravidade: severitySchema,
  etiquetas: array(string()),
  /** It waits for its owner's yes, and nothing of it is told: its numbers are 0. */
  aguarda: boolean(),
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
  cobertura: object({ fontes: count, atualizado_em: optional(string()) }),
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
/** Their answer, and that of POST /enderecos/etiquetar: the number of addresses that were changed. */
export const changedSchema = object({ alterados: count })

/** Body of POST /enderecos/etiquetar. */
export const labelBodySchema = object({ ...addressIdsBodySchema.shape, etiqueta: labelSchema, tem: boolean() })

/** Query of GET /enderecos. */
export const ADDRESS_PAGE_SIZES = [25, 100, 500] as const
export const addressQueryShape = {
  busca: optional(string().check(maxLength(254))),
  ordem: optional(oneOf(ADDRESS_ORDERS)),
  /** From the smallest on. Default: from the greatest; addresses from a to z. */
  invertida: optional(oneOf(['sim'])),
  filtro: optional(oneOf(ADDRESS_FILTERS)),
  etiqueta: optional(labelSchema),
} as const
