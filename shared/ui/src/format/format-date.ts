import { saoPauloDay } from '@atalaia/contracts'
import { UNKNOWN } from './format-number.ts'

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** São Paulo day, '2025-11-21'. Dates without time stay. */
export const dayOf = (iso: string): string | undefined => {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return undefined
  return dateOnly.test(iso) ? iso : saoPauloDay(moment)
}

/** São Paulo day, '21/11/2025'; {@link UNKNOWN} otherwise (P-NUM-3). */
export const formatDate = (iso: string): string => dayOf(iso)?.split('-').toReversed().join('/') ?? UNKNOWN
