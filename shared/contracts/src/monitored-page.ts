import { enum as oneOf, object, optional, type infer as Infer } from 'zod/mini'
import { monitoredEmailsSchema } from './api.ts'
import { countSchema, listQueryShape, pageSizeSchema } from './listing.ts'

/** Page sizes and orders of GET /emails. The first is the default. */
export const EMAIL_PAGE_SIZES = [10, 100] as const
export const EMAIL_ORDERS = ['vazamentos', 'senhas', 'email'] as const
export type EmailOrder = (typeof EMAIL_ORDERS)[number]

/** GET /emails. `tamanho` makes the answer a page. */
export const emailsQueryShape = {
  ...listQueryShape,
  ordem: optional(oneOf(EMAIL_ORDERS)),
  tamanho: pageSizeSchema(EMAIL_PAGE_SIZES),
} as const

/** GET /emails?tamanho=… */
export const monitoredPageSchema = object({
  /** Matching addresses. */
  encontrados: countSchema,
  todos: countSchema,
  /** Addresses without their owner's confirmation. */
  aguardam: countSchema,
  /** Addresses with findings since the last visit (P-NEW-3). Absent on a first visit and in portals. */
  novos: optional(countSchema),
  linhas: monitoredEmailsSchema,
})
export type MonitoredPage = Infer<typeof monitoredPageSchema>
