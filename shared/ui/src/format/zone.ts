import { lazily } from './lazily.ts'

/** The zone in which the product's days begin and end. */
export const zone = 'America/Sao_Paulo'

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** The São Paulo day ('2025-11-21') of an ISO moment; a date without a time is that day already. */
export const dayOf = (iso: string): string | undefined => {
  if (dateOnly.test(iso)) return iso
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? undefined : days().format(moment)
}

// The Swedish form of a date is the ISO one.
const days = lazily(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)
