import { lazily } from './lazily.ts'

const fractional = lazily(() => new Intl.NumberFormat('pt-BR'))

/** The text of a value that is not known (P-NUM-1). */
export const UNKNOWN = '—'

/** A number with dots between thousands, '1.284' (P-NUM-2); {@link UNKNOWN} for an unknown one, never 0. */
export const formatNumber = (value: number | undefined): string => {
  if (value === undefined) return UNKNOWN
  // By hand, as all that the first screen shows: the first use of Intl blocks a page for tens of milliseconds.
  return Number.isSafeInteger(value) ? String(value).replace(/\B(?=(?:\d{3})+$)/g, '.') : fractional().format(value)
}
