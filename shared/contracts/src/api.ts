import {
  array,
  boolean,
  int,
  maxLength,
  minLength,
  nonnegative,
  object,
  optional,
  refine,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { MAX_ADDRESS_LENGTH, normalEmailAddress } from './email-address.ts'

const count = int().check(nonnegative())

/** One valid address (P-EMAIL-14), trimmed. It is spelt as it was typed: `normalEmailAddress` has its one spelling. */
export const emailAddressSchema = string().check(
  trim(),
  minLength(1),
  maxLength(MAX_ADDRESS_LENGTH),
  refine((text) => normalEmailAddress(text) !== undefined, 'an e-mail address expected'),
)

/** One analysis run: a point of the chart. `data_analise` is an ISO 8601 date (São Paulo day), `YYYY-MM-DD`. */
export const analysisSchema = object({ data_analise: string(), total_senhas: count, total_vazamentos: count })
export type Analysis = Infer<typeof analysisSchema>

/** GET /clientes/me/analises */
export const analysesSchema = array(analysisSchema)

/** A monitored address with its numbers (M-NUM-1, M-NUM-2). */
export const monitoredEmailSchema = object({
  id: string(),
  email: string(),
  numero_vazamentos: count,
  numero_senhas: count,
  /** It waits for its owner's yes (M-OWN-1), and its numbers are 0. */
  aguarda: optional(boolean()),
  /** Something of it was found since the person's last visit (P-NEW-1). */
  novo: optional(boolean()),
})
export type MonitoredEmail = Infer<typeof monitoredEmailSchema>

/** GET /emails */
export const monitoredEmailsSchema = array(monitoredEmailSchema)

/** Body of POST /emails. */
export const addEmailBodySchema = object({ email: emailAddressSchema })

/** `abertos`: what is open of it (P-CASE-8), where that is less. `id`: of the address; older servers do not tell it. */
const rankedSchema = object({ quantidade: count, usuario: string(), abertos: optional(count), id: optional(string()) })
export type Ranked = Infer<typeof rankedSchema>

/** A report: `data` is an ISO 8601 date, `nome` begins with the address it is about, `url` is signed and short-lived. */
export const reportSchema = object({ data: string(), nome: string(), url: string() })
export type Report = Infer<typeof reportSchema>

const totalsSchema = object({ numero_vazamentos: count, numero_senhas_vazadas: count })

/** GET /dashboard/resumo. `em_aberto`: what is open of the totals (P-CASE-8), where that is less. */
export const summarySchema = object({
  total_vazamentos: totalsSchema,
  em_aberto: optional(totalsSchema),
  top_3_vazamentos_email: array(rankedSchema),
  top_3_vazamentos_senha: array(rankedSchema),
  ultimos_3_relatorios: array(reportSchema),
  /** The coverage of the numbers: the sources imported so far, and the ISO 8601 instant of the last import. */
  cobertura: optional(object({ fontes: count, atualizado_em: optional(string()) })),
  /** Whether addresses are watched only with their owner's yes (M-OWN-1). */
  posse_verificada: optional(boolean()),
})
export type Summary = Infer<typeof summarySchema>
