import { saoPauloDay } from '@atalaia/contracts'
import { UNKNOWN } from './format-number.ts'

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** The São Paulo day of an ISO moment, '2025-11-21'. A date without a time is returned unchanged. */
export const dayOf = (iso: string): string | undefined => {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return undefined
  return dateOnly.test(iso) ? iso : saoPauloDay(moment)
}

/** The São Paulo day of an ISO date or moment, '21/11/2025'; {@link UNKNOWN} for any other text (P-NUM-3). */
export const formatDate = (iso: string): string => dayOf(iso)?.split('-').toReversed().join('/') ?? UNKNOWN
