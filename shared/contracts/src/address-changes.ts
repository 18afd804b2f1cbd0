// Apart from the list: the page of one address needs these answers alone.
import { object, optional, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

/** Answer of POST /enderecos/remover, /etiquetar and /atribuir. */
export const changedSchema = object({ alterados: count })

/**
 * Answer of POST /enderecos/desfazer. The three numbers add up to the sent addresses. Older servers
 * send the first alone.
 */
export const restoredSchema = object({
  ...changedSchema.shape,
  /** Already on the list. */
  existentes: optional(count),
  /** Not removed within the last day. */
  recusados: optional(count),
})
export type RestoredAddresses = Infer<typeof restoredSchema>
