import { enum as oneOf, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

export const personSchema = object({ id: string(), email: string() })
export type CasePerson = Infer<typeof personSchema>

/**
 * The newest notice to the person of a case (P-NOTICE-27). An answer replaces the states before it.
 * `sem-resposta`: not answered in the days of a reminder, or in 7.
 */
export const CASE_NOTICES = [
  'enviado',
  'aberto',
  'conferida',
  'declarada',
  'vazada',
  'nao-e-meu',
  'sem-resposta',
  'devolvido',
] as const
export type CaseNotice = (typeof CASE_NOTICES)[number]

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
  /** `null`: nobody was notified. Older servers omit it. */
  aviso: optional(nullable(oneOf(CASE_NOTICES))),
} as const
export const caseSchema = object(caseShape)
export type LeakCase = Infer<typeof caseSchema>
