import { dayOf, formatDate } from './format-date.ts'
import { UNKNOWN } from './format-number.ts'
import { lazily } from './lazily.ts'

const dayLength = 86_400_000
const relative = lazily(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' }))
const sameYear = lazily(() => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: 'numeric', month: 'short' }))

/**
 * A São Paulo day in words: 'hoje', 'ontem', 'há 3 dias' up to a week, then '21 de nov.', and '21/11/2024' in another
 * year; {@link UNKNOWN} for any other text. `now` is an ISO moment; default: the clock's.
 */
export const formatRelativeDay = (iso: string, now: string = new Date().toISOString()): string => {
  const [day, today] = [dayOf(iso), dayOf(now)]
  if (!day || !today) return UNKNOWN
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / dayLength)
  if (Math.abs(distance) < 7) return relative().format(distance, 'day')
  return day.slice(0, 4) === today.slice(0, 4) ? sameYear().format(new Date(`${day}T00:00:00Z`)) : formatDate(day)
}
