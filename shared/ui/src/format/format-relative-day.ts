import { dayOf, formatDate } from './format-date.ts'
import { UNKNOWN } from './format-number.ts'
import { lazily } from './lazily.ts'

const dayLength = 86_400_000
const relative = lazily(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' }))
const shortMonth = lazily(() => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short' }))

/**
 * A São Paulo day in words: 'hoje · 21 nov.', 'há 3 dias · 18 nov.' up to a week, then '1 nov.', and '21/11/2024' in
 * another year; {@link UNKNOWN} for any other text. `now` is an ISO moment; default: the clock's.
 */
export const formatRelativeDay = (iso: string, now: string = new Date().toISOString()): string => {
  const [day, today] = [dayOf(iso), dayOf(now)]
  if (!day || !today) return UNKNOWN
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / dayLength)
  const near = Math.abs(distance) < 7
  const date = near || day.slice(0, 4) === today.slice(0, 4) ? shortDate(day) : formatDate(day)
  return near ? `${relative().format(distance, 'day')} · ${date}` : date
}

const shortDate = (day: string) => `${Number(day.slice(8))} ${shortMonth().format(new Date(`${day}T00:00:00Z`))}`
