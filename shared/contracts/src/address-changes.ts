// Apart from the list: the page of one address needs these answers alone.
import { object, optional, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

/** The answer to POST /enderecos/remover, /etiquetar and /atribuir: the number of addresses that were changed. */
export const changedSchema = object({ alterados: count })

/** The answer to POST /enderecos/desfazer; the three numbers add up to the addresses that were sent. Servers of before tell the first one. */
export const restoredSchema = object({
  ...changedSchema.shape,
  /** On the list already: added anew, or brought back before. */
  existentes: optional(count),
  /** Not removed within the last day. */
  recusados: optional(count),
})
export type RestoredAddresses = Infer<typeof restoredSchema>
