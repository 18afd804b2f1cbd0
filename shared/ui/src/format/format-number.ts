import { lazily } from './lazily.ts'

const fractional = lazily(() => new Intl.NumberFormat('pt-BR'))

/** For unknown values (P-NUM-1). */
export const UNKNOWN = '—'

/** '1.284' (P-NUM-2); {@link UNKNOWN} for an unknown number, never 0. */
export const formatNumber = (value: number | undefined): string => {
  if (value === undefined) return UNKNOWN
  // By hand, as all that the first screen shows: the first use of Intl blocks a page for tens of milliseconds.
  return Number.isSafeInteger(value) ? String(value).replace(/\B(?=(?:\d{3})+$)/g, '.') : fractional().format(value)
}
