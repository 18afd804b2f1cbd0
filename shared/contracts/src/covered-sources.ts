import { array, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { countSchema as count, listQueryShape, pageSizeSchema } from './listing.ts'

const coveredSourceSchema = object({
  fonte: string(),
  titulo: nullable(string()),
  /** `YYYY-MM-DD`. */
  vazou_em: string(),
  /** ISO 8601 instant of its last import. */
  atualizado_em: string(),
  /** Distinct pairs of an address and a password, of all addresses. */
  registros: count,
})

/** Sizes of a page of GET /dashboard/fontes: that of people's pages, and the most that an answer has, the default. */
export const SOURCE_PAGE_SIZES = [25, 500] as const
export const sourcesQueryShape = {
  pagina: listQueryShape.pagina,
  tamanho: pageSizeSchema(SOURCE_PAGE_SIZES),
} as const

/** GET /dashboard/fontes: a page of the sources that `cobertura` counts, those imported last first. */
export const coveredSourcesSchema = object({
  /** All of them. A server that does not tell it answers all at once. */
  encontrados: optional(count),
  fontes: array(coveredSourceSchema),
})
export type CoveredSource = Infer<typeof coveredSourceSchema>
