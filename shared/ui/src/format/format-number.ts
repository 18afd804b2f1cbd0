import { lazily } from './lazily.ts'

const whole = lazily(() => new Intl.NumberFormat('pt-BR'))

/** Stands for every value that is not known (P-NUM-1). */
export const UNKNOWN = '—'

/** '1.284' for 1284; {@link UNKNOWN} for a number that is not known, never 0. */
export const formatNumber = (value: number | undefined): string =>
  value === undefined ? UNKNOWN : whole().format(value)
