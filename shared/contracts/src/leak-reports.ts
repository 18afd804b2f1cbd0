import {
  array,
  boolean,
  enum as oneOf,
  int,
  maxLength,
  nonnegative,
  nullable,
  object,
  optional,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { ANALYTICS_PERIODS } from './embed.ts'

const count = int().check(nonnegative())

/** A changed address, an address with its cases, or the organisation. */
export const REPORT_KINDS = ['mudanca', 'endereco', 'organizacao'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
/** Changed numbers, a request, or the end of a month. */
export const REPORT_OCCASIONS = ['mudanca', 'pedido', 'mensal'] as const
export type ReportOccasion = (typeof REPORT_OCCASIONS)[number]
/** Months up to today that a report can cover. */
export const REPORT_MONTHS = ANALYTICS_PERIODS
export const REPORT_PAGE_SIZE = 25

/** Days are `YYYY-MM-DD`. */
const listedReportSchema = object({
  id: string(),
  tipo: oneOf(REPORT_KINDS),
  motivo: oneOf(REPORT_OCCASIONS),
  /** Address or organisation. */
  titulo: string(),
  dia: string(),
  de: nullable(string()),
  ate: string(),
  /** Opens the PDF for 15 minutes. */
  url: string(),
})
export type ListedLeakReport = Infer<typeof listedReportSchema>

/** Query of GET /relatorios. */
export const reportQueryShape = {
  tipo: optional(oneOf(REPORT_KINDS)),
  /** Part of the address. */
  busca: optional(string().check(maxLength(254))),
} as const

/** GET /relatorios: newest first. */
export const reportPageSchema = object({
  encontrados: count,
  relatorios: array(listedReportSchema),
  pode_fazer: boolean(),
})
export type ReportPage = Infer<typeof reportPageSchema>

/** Body of POST /relatorios. Without `endereco` the report covers the organisation. */
export const newReportBodySchema = object({
  endereco: optional(string().check(maxLength(254))),
  meses: oneOf(REPORT_MONTHS),
})
/** The answer to POST /relatorios. */
export const newReportSchema = listedReportSchema

/** Body of POST /documentos/conferir: the printed digest, or the SHA-256 of the file. */
export const verifyBodySchema = object({ resumo: string().check(regex(/^[0-9a-f]{64}$/)) })
/** `null` when the organisation received no such document. */
export const verifiedSchema = object({
  documento: nullable(
    object({
      tipo: oneOf([...REPORT_KINDS, 'lgpd']),
      titulo: string(),
      de: nullable(string()),
      ate: nullable(string()),
      emitido_em: string(),
      /** Printed digest. */
      resumo: string(),
      /** True when the file itself matches. */
      arquivo: boolean(),
    }),
  ),
})
export type Verified = Infer<typeof verifiedSchema>
