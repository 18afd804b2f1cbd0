import { API_BASE, PROGRAM_API } from '@atalaia/contracts'

const { hibp, scim } = PROGRAM_API
const ADDRESS = new RegExp(`^${API_BASE}(?:${hibp}/+[^/?]+|${scim})/[^?]*[^/?][^?]*`)

/**
 * The address of a program's call with single slashes and none at its end, as people type addresses into programs. A client of
 * Have I Been Pwned reads the 404 of an address that nobody has as "in no breach" (M-HIBP-1, P-SCIM-1).
 */
export const programAddress = (url: string): string =>
  url.replace(ADDRESS, (path) => path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, ''))
