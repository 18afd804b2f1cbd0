import { PRODUCT_ROUTES } from '@atalaia/contracts'

/** The page of all reports. */
export const REPORTS_PLACE = `${PRODUCT_ROUTES.analytics}/relatorios`

/** The state of a visit to the reports that is about one address. An address of the page would stand in logs. */
export const stateAbout = (about: string) => ({ about })

/** The monitored address that a visit to the reports is about; '' for none. */
export const aboutIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'about' in state && typeof state.about === 'string' ? state.about : ''
