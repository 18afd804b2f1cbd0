import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

export const personSchema = object({ id: string(), email: string() })
export type CasePerson = Infer<typeof personSchema>

/** Days are `YYYY-MM-DD`, instants ISO 8601. `versao` is 0 for an unchanged case. */
export const caseShape = {
  fonte: string(),
  estado: string(),
  responsavel: nullable(personSchema),
  prazo: nullable(string()),
  nota: string(),
  versao: count,
  mudado_em: nullable(string()),
  /** Newer evidence reopened it then. */
  reaberto_em: nullable(string()),
} as const
export const caseSchema = object(caseShape)
export type LeakCase = Infer<typeof caseSchema>
