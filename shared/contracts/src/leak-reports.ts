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

/** The kinds of leak reports: an address whose numbers changed, an address with its cases, the organisation. */
export const REPORT_KINDS = ['mudanca', 'endereco', 'organizacao'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
/** The reasons for a report: numbers that changed, somebody who asked for it, the end of a month. */
export const REPORT_OCCASIONS = ['mudanca', 'pedido', 'mensal'] as const
export type ReportOccasion = (typeof REPORT_OCCASIONS)[number]
/** Months up to today that a report can be about, as the chart can show. */
export const REPORT_MONTHS = ANALYTICS_PERIODS
export const REPORT_PAGE_SIZE = 25

/** A report of the list. Days are `YYYY-MM-DD`. */
const listedReportSchema = object({
  id: string(),
  tipo: oneOf(REPORT_KINDS),
  motivo: oneOf(REPORT_OCCASIONS),
  /** The address, or the name of the organisation. */
  titulo: string(),
  /** The day of the report, and the first and last day that it is about; of a change `de` is `null`. */
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
  /** A part of the address. */
  busca: optional(string().check(maxLength(254))),
} as const

/** GET /relatorios: one page of the list, the newest first. */
export const reportPageSchema = object({
  encontrados: count,
  relatorios: array(listedReportSchema),
  pode_fazer: boolean(),
})
export type ReportPage = Infer<typeof reportPageSchema>

/** Body of POST /relatorios. `endereco` is a monitored address; without it the report is about the organisation. */
export const newReportBodySchema = object({
  endereco: optional(string().check(maxLength(254))),
  meses: oneOf(REPORT_MONTHS),
})
/** The answer to POST /relatorios. */
export const newReportSchema = listedReportSchema

/** Body of POST /documentos/conferir: the digest that a document shows, or the SHA-256 of its file. */
export const verifyBodySchema = object({ resumo: string().check(regex(/^[0-9a-f]{64}$/)) })
/** The answer: `null` where the organisation was handed no such document. */
export const verifiedSchema = object({
  documento: nullable(
    object({
      tipo: oneOf([...REPORT_KINDS, 'lgpd']),
      titulo: string(),
      de: nullable(string()),
      ate: nullable(string()),
      emitido_em: string(),
      /** The digest that it shows. */
      resumo: string(),
      /** True where it was found by its file, which is the one that was handed over. */
      arquivo: boolean(),
    }),
  ),
})
export type Verified = Infer<typeof verifiedSchema>
