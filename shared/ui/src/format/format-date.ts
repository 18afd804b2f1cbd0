import { saoPauloDay } from '@atalaia/contracts'
import { UNKNOWN } from './format-number.ts'
import { lazily } from './lazily.ts'

const full = lazily(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
)
const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** The São Paulo day of an ISO moment, '2025-11-21'. A date without a time is returned unchanged. */
export const dayOf = (iso: string): string | undefined => {
  if (dateOnly.test(iso)) return iso
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? undefined : saoPauloDay(moment)
}

/** The São Paulo day of an ISO date or moment, '21/11/2025'; {@link UNKNOWN} for any other text (P-NUM-3). */
export const formatDate = (iso: string): string => {
  const day = dayOf(iso)
  return day ? full().format(new Date(`${day}T00:00:00Z`)) : UNKNOWN
}
