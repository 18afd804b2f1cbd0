import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { IncidentCaseRef } from '@atalaia/contracts/incidents'

/** The register of incidents. */
export const INCIDENTS_PLACE = `${PRODUCT_ROUTES.analytics}/incidentes`

export const incidentPlace = (id: string): string => `${INCIDENTS_PLACE}/${id}`

/** The fragments of an incident's first blank, and of its first case. */
export const BLANKS = '#lacunas'
export const GATHERED = '#casos'

/** The id of the incident whose page has the path, as it stands there; '' for any other page. */
export const incidentIdIn = (pathname: string): string =>
  pathname.startsWith(`${INCIDENTS_PLACE}/`) ? pathname.slice(INCIDENTS_PLACE.length + 1).replace(/\/$/, '') : ''

/** The register, with a case that is to be in an incident. */
export const registerPlace = ({ endereco, fonte }: IncidentCaseRef): string =>
  `${INCIDENTS_PLACE}?${new URLSearchParams({ endereco, fonte }).toString()}`

/** The case that the query of the register names. */
export const caseOnItsWayIn = (search: string): IncidentCaseRef | undefined => {
  const query = new URLSearchParams(search)
  const [endereco, fonte] = [query.get('endereco'), query.get('fonte')]
  return endereco && fonte ? { endereco, fonte } : undefined
}
