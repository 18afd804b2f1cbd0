import type { HttpClient } from '@atalaia/contracts'
import { casePageSchema } from '@atalaia/contracts/cases'
import {
  dossierFileSchema,
  dossierSchema,
  incidentPageSchema,
  incidentSchema,
  type ChangedFacts,
  type ChangedItem,
  type IncidentCaseRef,
} from '@atalaia/contracts/incidents'
import { object } from 'zod/mini'

export type NewIncident = {
  readonly nome: string
  readonly conhecido_em: string
  readonly pequeno_porte: boolean
  readonly casos: readonly IncidentCaseRef[]
}
export type IncidentChange = ChangedFacts & { readonly itens?: readonly ChangedItem[] }
export type CaseChoice = { readonly incluir: readonly IncidentCaseRef[]; readonly retirar: readonly IncidentCaseRef[] }

/** Ids are encoded like in the page's address. */
export const createIncidentCalls = (http: HttpClient) => ({
  page: (query: string, signal: AbortSignal) => http.get(`/incidentes?${query}`, incidentPageSchema, { signal }),
  register: (incident: NewIncident) => http.postJson('/incidentes', incident, incidentSchema),
  read: (id: string) => http.get(`/incidentes/${id}`, incidentSchema),
  change: (id: string, versao: number, change: IncidentChange) =>
    http.postJson(`/incidentes/${id}`, { versao, ...change }, incidentSchema),
  gather: (id: string, versao: number, choice: CaseChoice) =>
    http.postJson(`/incidentes/${id}/casos`, { versao, ...choice }, incidentSchema),
  remove: (id: string, versao: number) => http.postJson(`/incidentes/${id}/excluir`, { versao }, object({})),
  dossier: (id: string) => http.get(`/incidentes/${id}/dossie?formato=json`, dossierSchema),
  dossierFile: (id: string) => http.get(`/incidentes/${id}/dossie?formato=pdf`, dossierFileSchema),
  findCases: (text: string, page: number) => {
    const query = new URLSearchParams({ busca: text, estado: 'todos', ...(page > 1 && { pagina: String(page) }) })
    return http.get(`/casos?${query.toString()}`, casePageSchema)
  },
})

export type IncidentCalls = ReturnType<typeof createIncidentCalls>
