import { saoPauloDay } from '@atalaia/contracts'
import { DAY_MS } from '../../base/clock.ts'
import { nationalHoliday } from './holidays.ts'

/** `ordinal` absent: the day does not count. */
export type TermDay = { readonly day: string; readonly ordinal?: number; readonly holiday?: string }

const dayAt = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const nextDay = (day: string) => dayAt(day, 1)
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Up to the last of `count` business days. The first day does not count, the last does. */
export const termDays = (from: string, count: number): readonly TermDay[] => {
  const days: TermDay[] = []
  let ordinal = 0
  for (let day = nextDay(from); ordinal < count; day = nextDay(day)) {
    const holiday = nationalHoliday(day)
    if (isWeekend(day) || holiday !== undefined) days.push({ day, ...(holiday !== undefined && { holiday }) })
    else days.push({ day, ordinal: (ordinal += 1) })
  }
  return days
}

export const businessDayBefore = (day: string): string => {
  const before = dayAt(day, -1)
  return isWeekend(before) || nationalHoliday(before) !== undefined ? businessDayBefore(before) : before
}

/** The number of business days after `from`, up to and with `to`; 0 for a `to` that is no later. */
export const businessDaysUntil = (from: string, to: string): number => {
  let count = 0
  for (let day = nextDay(from); day <= to; day = nextDay(day))
    if (!isWeekend(day) && nationalHoliday(day) === undefined) count += 1
  return count
}

/** Last second of a São Paulo day, in standard or summer time. */
export const endOfDay = (day: string): Date => {
  const standard = new Date(`${day}T23:59:59-03:00`)
  return saoPauloDay(standard) === day ? standard : new Date(`${day}T23:59:59-02:00`)
}

const shortDay = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
})
const fullDay = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', dateStyle: 'short' })
const dated = (day: string) => new Date(`${day}T00:00:00Z`)

/** `23/11/2026`. */
export const dayText = (day: string): string => fullDay.format(dated(day)).replace(/\/(\d\d)$/, `/${day.slice(0, 4)}`)
const shortText = (day: string) => shortDay.format(dated(day)).replace('.,', '.')

/** Longest term listed by day. */
const MAX_LISTED_DAYS = 6

const restText = (days: readonly TermDay[]) => {
  const weekend = days.filter(({ ordinal, day }) => ordinal === undefined && isWeekend(day)).length
  const holidays = days.filter(({ holiday, day }) => holiday !== undefined && !isWeekend(day))
  const parts = [
    ...(weekend === 0 ? [] : [weekend === 1 ? '1 dia de fim de semana' : `${weekend} dias de fim de semana`]),
    ...holidays.map(({ day, holiday }) => `${shortText(day)} (feriado: ${holiday})`),
  ]
  return parts.length === 0 ? '' : ` Não contam ${parts.join(', ')}.`
}

export const termText = (from: string, days: readonly TermDay[]): string => {
  const counted = days.filter(({ ordinal }) => ordinal !== undefined)
  const [first, last] = [counted[0]?.day ?? from, counted.at(-1)?.day ?? from]
  const told =
    counted.length <= MAX_LISTED_DAYS
      ? counted.map(({ day, ordinal }) => `${ordinal}º dia útil: ${shortText(day)}`).join('; ')
      : `1º dia útil: ${shortText(first)}; ${counted.length}º: ${shortText(last)}`
  return `Contado de ${dayText(from)}, que não conta. ${told}.${restText(days)} Termina em ${dayText(last)} às 23:59, horário de Brasília.`
}
