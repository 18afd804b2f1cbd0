import { boolean, nullable, object, string, int, type infer as Infer } from 'zod/mini'
import { countSchema as count, daySchema } from './listing.ts'

/** GET /dashboard/hoje: what the organisation has, and what is to be done today (P-TODAY-1). For sessions alone; to support access all but the first three are 0. */
export const todaySchema = object({
  /** Monitored addresses. */
  enderecos: count,
  casos_abertos: count,
  /** Of the open cases, those whose severity is `critica`, and those whose due day has passed. */
  casos_criticos: count,
  casos_vencidos: count,
  /** Open cases of the caller whose due day has passed, and those that are due today. */
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
