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

/** One valid address (P-EMAIL-14), trimmed, in its typed spelling. `normalEmailAddress` normalises it. */
export const emailAddressSchema = string().check(
  trim(),
  minLength(1),
  maxLength(MAX_ADDRESS_LENGTH),
  refine((text) => normalEmailAddress(text) !== undefined, 'an e-mail address expected'),
)

/** A point of the chart. `data_analise`: São Paulo day, `YYYY-MM-DD`. */
export const analysisSchema = object({ data_analise: string(), total_senhas: count, total_vazamentos: count })
export type Analysis = Infer<typeof analysisSchema>

/** GET /clientes/me/analises */
export const analysesSchema = array(analysisSchema)

/** A monitored address and its numbers (M-NUM-1, M-NUM-2). */
export const monitoredEmailSchema = object({
  id: string(),
  email: string(),
  numero_vazamentos: count,
  numero_senhas: count,
  /** The owner has not confirmed (M-OWN-1): all numbers are 0. */
  aguarda: optional(boolean()),
  /** Found since the person's last visit (P-NEW-1). */
  novo: optional(boolean()),
})
export type MonitoredEmail = Infer<typeof monitoredEmailSchema>

/** GET /emails */
export const monitoredEmailsSchema = array(monitoredEmailSchema)

/** Body of POST /emails. */
export const addEmailBodySchema = object({ email: emailAddressSchema })

/** `abertos`: open items, when fewer (P-CASE-8). `id`: of the address; older servers omit it. */
const rankedSchema = object({ quantidade: count, usuario: string(), abertos: optional(count), id: optional(string()) })
export type Ranked = Infer<typeof rankedSchema>

/** `data`: ISO 8601 date. `nome` starts with the address. `url` is signed and expires soon. */
export const reportSchema = object({ data: string(), nome: string(), url: string() })
export type Report = Infer<typeof reportSchema>

const totalsSchema = object({ numero_vazamentos: count, numero_senhas_vazadas: count })

/** GET /dashboard/resumo. `em_aberto`: open items, when fewer (P-CASE-8). */
export const summarySchema = object({
  total_vazamentos: totalsSchema,
  em_aberto: optional(totalsSchema),
  top_3_vazamentos_email: array(rankedSchema),
  top_3_vazamentos_senha: array(rankedSchema),
  ultimos_3_relatorios: array(reportSchema),
  /** Imported sources, and the last import (ISO 8601). */
  cobertura: optional(object({ fontes: count, atualizado_em: optional(string()) })),
  /** Addresses need their owner's confirmation (M-OWN-1). */
  posse_verificada: optional(boolean()),
  /** As in GET /eventos; absent for portals (P-API-105). */
  revisao: optional(string()),
})
export type Summary = Infer<typeof summarySchema>
