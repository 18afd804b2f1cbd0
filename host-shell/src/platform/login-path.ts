import { PRODUCT_ROUTES, QUERY_PARAMETERS } from '@atalaia/contracts'

/** Address of the login page. After the login the person gets to `wanted` (P-ROUTE-8). */
export const loginPath = (wanted?: string): string =>
  wanted === undefined
    ? PRODUCT_ROUTES.login
    : `${PRODUCT_ROUTES.login}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: wanted })}`
