import type { HttpClient, HttpResult } from '@atalaia/contracts'
import {
  casePageSchema,
  caseSourcesSchema,
  casesOutcomeSchema,
  MAX_CASES_AT_ONCE,
  type LeakCase,
  type ListedCase,
} from '@atalaia/contracts/cases'
import type { CaseChange } from './case-calls.ts'
import { queryText, type CaseQuery } from './case-query.ts'

const FILE_PAGE = 500
const CHOICE_PAGE = 100

type CaseRef = Pick<LeakCase, 'fonte' | 'versao'> & { readonly endereco: string }
type Wanted = { readonly size: typeof FILE_PAGE | typeof CHOICE_PAGE; readonly most: number }

const readRows = async (
  http: HttpClient,
  query: CaseQuery,
  { size, most }: Wanted,
): Promise<HttpResult<readonly ListedCase[]>> => {
  const rows: ListedCase[] = []
  for (let at = 1; ; at += 1) {
    const text = queryText({ ...query, page: at })
    const result = await http.get(`/casos?${text}${text && '&'}tamanho=${size}`, casePageSchema)
    if (!result.ok) return result
    const { linhas, encontrados } = result.value
    rows.push(...linhas)
    if (rows.length >= Math.min(encontrados, most) || linhas.length < size)
      return { ok: true, value: rows.slice(0, most) }
  }
}

export const createCaseListCalls = (http: HttpClient) => ({
  page: (query: string, signal?: AbortSignal) => http.get(`/casos?${query}`, casePageSchema, signal && { signal }),
  sources: (query: string, signal?: AbortSignal) =>
    http.get(`/casos/fontes?${query}`, caseSourcesSchema, signal && { signal }),
  all: (query: CaseQuery) => readRows(http, query, { size: FILE_PAGE, most: Number.POSITIVE_INFINITY }),
  /** As many rows as one change accepts. */
  first: (query: CaseQuery) => readRows(http, query, { size: CHOICE_PAGE, most: MAX_CASES_AT_ONCE }),
  changeAll: (casos: readonly CaseRef[], mudanca: CaseChange) =>
    http.postJson('/casos/mudar', { casos, mudanca }, casesOutcomeSchema),
  undo: (lote: string) => http.postJson('/casos/desfazer', { lote }, casesOutcomeSchema),
})

export type CaseListCalls = ReturnType<typeof createCaseListCalls>
