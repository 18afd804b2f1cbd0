import type { HttpClient } from '@atalaia/contracts'
import { addressCasesSchema, caseDetailSchema, type CaseState, type LeakCase } from '@atalaia/contracts/cases'

export type CaseChange = {
  readonly estado?: CaseState
  readonly responsavel?: string | null
  readonly prazo?: string | null
  readonly nota?: string
}

/** Ids are encoded like in the page's address. */
export const createCaseCalls = (http: HttpClient) => ({
  ofAddress: (id: string, signal: AbortSignal) => http.get(`/emails/${id}/casos`, addressCasesSchema, { signal }),
  detail: (id: string, source: string, signal: AbortSignal) =>
    http.get(`/emails/${id}/caso?fonte=${encodeURIComponent(source)}`, caseDetailSchema, { signal }),
  change: (id: string, { fonte, versao }: Pick<LeakCase, 'fonte' | 'versao'>, change: CaseChange) =>
    http.postJson(`/emails/${id}/caso`, { fonte, versao, ...change }, caseDetailSchema),
  mark: (id: string, fonte: string, passo: string, feito: boolean) =>
    http.postJson(`/emails/${id}/caso/passos`, { fonte, passo, feito }, caseDetailSchema),
})
