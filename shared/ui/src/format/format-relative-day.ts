import { serverNow } from '@atalaia/contracts'
import { dayOf, formatDate } from './format-date.ts'
import { UNKNOWN } from './format-number.ts'
import { monthName } from './month-name.ts'

const DAY_MS = 86_400_000
const NEAR = new Map([
  [-2, 'anteontem'],
  [-1, 'ontem'],
  [0, 'hoje'],
  [1, 'amanhã'],
  [2, 'depois de amanhã'],
])

/**
 * 'hoje · 21 nov.', 'há 3 dias · 18 nov.' up to a week (P-DASH-26), '1 nov.', or '21/11/2024'.
 * {@link UNKNOWN} otherwise. `now`: ISO, default: the server's.
 */
export const formatRelativeDay = (iso: string, now: string = serverNow().toISOString()): string => {
  const [day, today] = [dayOf(iso), dayOf(now)]
  if (!day || !today) return UNKNOWN
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  const near = Math.abs(distance) < 7
  const date = near || day.slice(0, 4) === today.slice(0, 4) ? shortDate(day) : formatDate(day)
  return near ? `${relative(distance)} · ${date}` : date
}

const relative = (days: number) => NEAR.get(days) ?? (days < 0 ? `há ${-days} dias` : `em ${days} dias`)

const shortDate = (day: string) => `${Number(day.slice(8))} ${monthName(day).slice(0, 3)}.`
