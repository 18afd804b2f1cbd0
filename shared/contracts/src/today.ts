import { boolean, nullable, object, string, int, type infer as Infer } from 'zod/mini'
import { countSchema as count, daySchema } from './listing.ts'

/**
 * GET /dashboard/hoje: counts and today's tasks (P-TODAY-1), for sessions. Support access gets 0
 * beyond the first three.
 */
export const todaySchema = object({
  /** Monitored addresses. */
  enderecos: count,
  casos_abertos: count,
  /** Open cases with `critica`, and overdue cases. */
  casos_criticos: count,
  casos_vencidos: count,
  /** The caller's overdue cases, and cases due today. */
  seus_vencidos: count,
  seus_hoje: count,
  /** Open incidents. */
  incidentes: count,
  /** The term to the ANPD of an open incident that ends first; `null`: none runs or has passed. */
  anpd: nullable(
    object({
      /** The incident's id, and its number in the register. */
      incidente: string(),
      numero: int(),
      ultimo_dia: daySchema,
      /** Business days after today up to the last one. 0: the term ends today, or on the next day that is none. */
      dias_uteis: count,
      vencido: boolean(),
    }),
  ),
})
export type Today = Infer<typeof todaySchema>
