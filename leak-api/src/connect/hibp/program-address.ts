import { API_BASE, PROGRAM_API } from '@atalaia/contracts'
import { hibpAddress } from './hibp-routes.ts'

const { hibp, scim } = PROGRAM_API
const ADDRESS = new RegExp(`^${API_BASE}(?:${hibp}/+[^/?]+|${scim})/[^?]*[^/?][^?]*`)

/**
 * Normalises a program's address: single slashes, none at the end, services in lower case. Have I
 * Been Pwned's clients read a 404 as "in no breach" (M-HIBP-1, P-SCIM-1).
 */
export const programAddress = (url: string): string =>
  hibpAddress(url.replace(ADDRESS, (path) => path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')))
