import { PRODUCT_ROUTES } from '@atalaia/contracts'

export const REPORTS_PLACE = `${PRODUCT_ROUTES.analytics}/relatorios`

/** Carries the address in the state: logs would keep an address of the page. */
export const stateAbout = (about: string) => ({ about })

export const aboutIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'about' in state && typeof state.about === 'string' ? state.about : ''
