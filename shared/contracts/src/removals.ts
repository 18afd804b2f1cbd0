import { array, nullable, object, string, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

/** Removals of a page of GET /enderecos/removidos. */
export const REMOVALS_PER_PAGE = 10
/** GET /enderecos/removidos: the removals of the last day that can be taken back, the newest first (P-LIST-13). */
export const removalsSchema = object({
  encontradas: count,
  remocoes: array(
    object({
      id: string(),
      /** ISO 8601 instant. */
      removido_em: string(),
      /** The address of the person who did it; `null` where that is not known any more. */
      por: nullable(string()),
      /** The addresses that would come back. */
      enderecos: array(object({ id: string(), email: string() })),
    }),
  ),
})
export type Removals = Infer<typeof removalsSchema>
