import { lazily } from './lazily.ts'

const whole = lazily(() => new Intl.NumberFormat('pt-BR'))

/** The text of a value that is not known (P-NUM-1). */
export const UNKNOWN = '—'

/** A number with dots between thousands, '1.284' (P-NUM-2); {@link UNKNOWN} for an unknown one, never 0. */
export const formatNumber = (value: number | undefined): string =>
  value === undefined ? UNKNOWN : whole().format(value)
