import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { IncidentCaseRef } from '@atalaia/contracts/incidents'

/** The register of incidents. */
export const INCIDENTS_PLACE = `${PRODUCT_ROUTES.analytics}/incidentes`

export const incidentPlace = (id: string): string => `${INCIDENTS_PLACE}/${id}`

/** The fragments of an incident's first blank, and of its first case. */
export const BLANKS = '#lacunas'
export const GATHERED = '#casos'
/** The fragment of the register's form that adds cases to an incident. */
export const ADD = '#incluir'

/** The id of the incident whose page has the path, as it stands there; '' for any other page. */
export const incidentIdIn = (pathname: string): string =>
  pathname.startsWith(`${INCIDENTS_PLACE}/`) ? pathname.slice(INCIDENTS_PLACE.length + 1).replace(/\/$/, '') : ''

/** The register, with a case that is to be in an incident. */
export const registerPlace = ({ endereco, fonte }: IncidentCaseRef): string =>
  `${INCIDENTS_PLACE}?${new URLSearchParams({ endereco, fonte }).toString()}`

/** A case on its way into an incident, named as people know it. */
export type CaseOnItsWay = IncidentCaseRef & { readonly nome: string }

type Chosen = IncidentCaseRef & { readonly email: string; readonly titulo: string | null }

/** The state of a visit to the register with chosen cases (P-INCIDENT-10). An address of the page would stand in logs. */
export const stateGathering = (chosen: readonly Chosen[]): { readonly cases: readonly CaseOnItsWay[] } => ({
  cases: chosen.map(({ endereco, fonte, email, titulo }) => ({
    endereco,
    fonte,
    nome: `${email} · ${titulo ?? fonte}`,
  })),
})
