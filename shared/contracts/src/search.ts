import { array, int, maxLength, minLength, nullable, object, string, type infer as Infer } from 'zod/mini'

/** Letters of a search, without the spaces around them. */
export const MIN_SEARCH_LENGTH = 2
export const MAX_SEARCH_LENGTH = 100
/** Hits of each kind that an answer has at most. */
export const SEARCH_HITS = 5

/** Query of GET /busca. */
export const searchQueryShape = {
  q: string().check(minLength(MIN_SEARCH_LENGTH), maxLength(MAX_SEARCH_LENGTH)),
} as const

export const addressHitSchema = object({ id: string(), email: string() })
export const sourceHitSchema = object({ fonte: string(), titulo: nullable(string()) })
export const incidentHitSchema = object({ id: string(), numero: int(), nome: string() })

/** GET /busca: the organisation's own that have the text (P-SEARCH-1). To support access no incident is told. */
export const searchSchema = object({
  enderecos: array(addressHitSchema),
  fontes: array(sourceHitSchema),
  incidentes: array(incidentHitSchema),
})
export type SearchHits = Infer<typeof searchSchema>
