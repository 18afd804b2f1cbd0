import { lazily } from '@atalaia/ui'

/** Today in São Paulo, `YYYY-MM-DD`; the product's days begin and end there. */
export const today = (now: Date = new Date()): string => days().format(now)

/** The day `months` months before `day`, at the month's last day when it is shorter. */
export const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0))
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

// The Swedish form of a date is the ISO one.
const days = lazily(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }))
