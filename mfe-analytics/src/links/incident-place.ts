import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { IncidentCaseRef } from '@atalaia/contracts/incidents'

export const INCIDENTS_PLACE = `${PRODUCT_ROUTES.analytics}/incidentes`

export const incidentPlace = (id: string): string => `${INCIDENTS_PLACE}/${id}`

export const BLANKS = '#lacunas'
export const GATHERED = '#casos'
export const ADD = '#incluir'

/** Encoded id; '' for other pages. */
export const incidentIdIn = (pathname: string): string =>
  pathname.startsWith(`${INCIDENTS_PLACE}/`) ? pathname.slice(INCIDENTS_PLACE.length + 1).replace(/\/$/, '') : ''

export const registerPlace = ({ endereco, fonte }: IncidentCaseRef): string =>
  `${INCIDENTS_PLACE}?${new URLSearchParams({ endereco, fonte }).toString()}`

export type CaseOnItsWay = IncidentCaseRef & { readonly nome: string }

type Chosen = IncidentCaseRef & { readonly email: string; readonly titulo: string | null }

/** Carries chosen cases in the state (P-INCIDENT-10): logs would keep an address of the page. */
export const stateGathering = (chosen: readonly Chosen[]): { readonly cases: readonly CaseOnItsWay[] } => ({
  cases: chosen.map(({ endereco, fonte, email, titulo }) => ({
    endereco,
    fonte,
    nome: `${email} · ${titulo ?? fonte}`,
  })),
})
