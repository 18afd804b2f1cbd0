import { enum as oneOf, object, optional, type infer as Infer } from 'zod/mini'
import { monitoredEmailsSchema } from './api.ts'
import { countSchema, listQueryShape, pageSizeSchema } from './listing.ts'

/** Sizes of a page of GET /emails, and its orders; the first is the default. */
export const EMAIL_PAGE_SIZES = [10, 100] as const
export const EMAIL_ORDERS = ['vazamentos', 'senhas', 'email'] as const
export type EmailOrder = (typeof EMAIL_ORDERS)[number]

/** Query of GET /emails. With `tamanho` the answer is a page. */
export const emailsQueryShape = {
  ...listQueryShape,
  ordem: optional(oneOf(EMAIL_ORDERS)),
  tamanho: pageSizeSchema(EMAIL_PAGE_SIZES),
} as const

/** GET /emails?tamanho=… */
export const monitoredPageSchema = object({
  /** Addresses that the search leaves. */
  encontrados: countSchema,
  todos: countSchema,
  /** The number of addresses that wait for their owner's yes. */
  aguardam: countSchema,
  /** The number of addresses of which something was found since the person's last visit (P-NEW-3): of the first page of all, in no first visit and in no portal. */
  novos: optional(countSchema),
  linhas: monitoredEmailsSchema,
})
export type MonitoredPage = Infer<typeof monitoredPageSchema>
