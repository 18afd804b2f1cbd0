import type { HttpClient } from '@atalaia/contracts'
import {
  newReportSchema,
  reportPageSchema,
  verifiedSchema,
  type REPORT_MONTHS,
  type ReportKind,
} from '@atalaia/contracts/leak-reports'

export type ReportMonths = (typeof REPORT_MONTHS)[number]

export type ReportQuery = {
  readonly kind: ReportKind | ''
  readonly search: string
  readonly page: number
}

export const queryText = ({ kind, search, page }: ReportQuery): string =>
  new URLSearchParams({
    ...(kind !== '' && { tipo: kind }),
    ...(search.trim() !== '' && { busca: search.trim() }),
    ...(page > 1 && { pagina: String(page) }),
  }).toString()

export const createReportCalls = (http: HttpClient) => ({
  page: (query: string, signal?: AbortSignal) =>
    http.get(`/relatorios${query === '' ? '' : `?${query}`}`, reportPageSchema, signal && { signal }),
  /** '' for the organisation. */
  make: (address: string, meses: ReportMonths) =>
    http.postJson('/relatorios', { meses, ...(address !== '' && { endereco: address }) }, newReportSchema),
  verify: (resumo: string) => http.postJson('/documentos/conferir', { resumo }, verifiedSchema),
})

export type ReportCalls = ReturnType<typeof createReportCalls>
