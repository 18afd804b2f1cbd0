import { array, boolean, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { countSchema as count, listQueryShape, pageSizeSchema } from './listing.ts'

const coveredSourceSchema = object({
  fonte: string(),
  titulo: nullable(string()),
  /** `YYYY-MM-DD`. */
  vazou_em: string(),
  /** False: no day is known, and `vazou_em` is the import's. Absent: true. */
  dia_informado: optional(boolean()),
  /** ISO 8601, last import. */
  atualizado_em: string(),
  /** Distinct pairs of address and password. */
  registros: count,
})

/** Page sizes of GET /dashboard/fontes. The second is the maximum and the default. */
export const SOURCE_PAGE_SIZES = [25, 500] as const
export const sourcesQueryShape = {
  pagina: listQueryShape.pagina,
  tamanho: pageSizeSchema(SOURCE_PAGE_SIZES),
} as const

export const coveredSourcesSchema = object({
  /** All sources. Older servers omit it and send every source. */
  encontrados: optional(count),
  fontes: array(coveredSourceSchema),
})
export type CoveredSource = Infer<typeof coveredSourceSchema>
