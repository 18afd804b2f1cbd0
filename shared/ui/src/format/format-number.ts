import { lazily } from './lazily.ts'

const whole = lazily(() => new Intl.NumberFormat('pt-BR'))

/** '1.284' for 1284; '—' for a number that is not known, never 0. */
export const formatNumber = (value: number | undefined): string => (value === undefined ? '—' : whole().format(value))
