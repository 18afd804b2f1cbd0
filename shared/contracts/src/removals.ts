import { array, nullable, object, string, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

/** Page size of GET /enderecos/removidos. */
export const REMOVALS_PER_PAGE = 10
/** GET /enderecos/removidos: removals of the last day, newest first (P-LIST-13). */
export const removalsSchema = object({
  encontradas: count,
  remocoes: array(
    object({
      id: string(),
      removido_em: string(),
      /** Address of the acting person; `null`: unknown. */
      por: nullable(string()),
      /** Addresses that an undo restores. */
      enderecos: array(object({ id: string(), email: string() })),
    }),
  ),
})
export type Removals = Infer<typeof removalsSchema>
