import { array, nullable, object, string, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

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

/** GET /dashboard/fontes: the sources that `cobertura` counts, those imported last first. */
export const coveredSourcesSchema = object({ fontes: array(coveredSourceSchema) })
export type CoveredSource = Infer<typeof coveredSourceSchema>
