import type { HttpClient } from '@atalaia/contracts'
import {
  addressCasesSchema,
  caseDetailSchema,
  casePageSchema,
  casesOutcomeSchema,
  type CaseState,
  type LeakCase,
} from '@atalaia/contracts/cases'

/** A person's change of a case; an absent field stays. */
export type CaseChange = {
  readonly estado?: CaseState
  readonly responsavel?: string | null
  readonly prazo?: string | null
  readonly nota?: string
}
export type CaseRef = Pick<LeakCase, 'fonte' | 'versao'> & { readonly endereco: string }

/** The calls about cases. Ids are as they stand in the page's address. */
export const createCaseCalls = (http: HttpClient) => ({
  page: (query: string, signal?: AbortSignal) => http.get(`/casos?${query}`, casePageSchema, signal && { signal }),
  ofAddress: (id: string, signal?: AbortSignal) =>
    http.get(`/emails/${id}/casos`, addressCasesSchema, signal && { signal }),
  detail: (id: string, source: string) =>
    http.get(`/emails/${id}/caso?fonte=${encodeURIComponent(source)}`, caseDetailSchema),
  change: (id: string, { fonte, versao }: Pick<LeakCase, 'fonte' | 'versao'>, change: CaseChange) =>
    http.postJson(`/emails/${id}/caso`, { fonte, versao, ...change }, caseDetailSchema),
  mark: (id: string, fonte: string, passo: string, feito: boolean) =>
    http.postJson(`/emails/${id}/caso/passos`, { fonte, passo, feito }, caseDetailSchema),
  changeAll: (casos: readonly CaseRef[], mudanca: CaseChange) =>
    http.postJson('/casos/mudar', { casos, mudanca }, casesOutcomeSchema),
  undo: (lote: string) => http.postJson('/casos/desfazer', { lote }, casesOutcomeSchema),
})

export type CaseCalls = ReturnType<typeof createCaseCalls>
