import { PRODUCT_ROUTES, QUERY_PARAMETERS } from '@atalaia/contracts'

/** `wanted`: destination after the login (P-ROUTE-8). */
export const loginPath = (wanted?: string): string =>
  wanted === undefined
    ? PRODUCT_ROUTES.login
    : `${PRODUCT_ROUTES.login}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: wanted })}`
