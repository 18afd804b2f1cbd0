import { API_BASE, PROGRAM_API } from '@atalaia/contracts'
import { hibpAddress } from './hibp-routes.ts'

const { hibp, scim } = PROGRAM_API
const ADDRESS = new RegExp(`^${API_BASE}(?:${hibp}/+[^/?]+|${scim})/[^?]*[^/?][^?]*`)

/**
 * The address of a program's call as the routes have it, whichever way people type it into programs: with single slashes, none at
 * its end, and the names of services in lower case (M-HIBP-1, P-SCIM-1). A client of Have I Been Pwned reads a 404 as "in no breach".
 */
export const programAddress = (url: string): string =>
  hibpAddress(url.replace(ADDRESS, (path) => path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')))
