/** Days begin and end in this zone. */
export const TIME_ZONE = 'America/Sao_Paulo'

let formatter: Intl.DateTimeFormat | undefined

/** Milliseconds behind UTC: standard and summer time. São Paulo has used no other offset since 1914. */
const [STANDARD_MS, SUMMER_MS] = [3 * 3_600_000, 2 * 3_600_000]

const dayBehind = (instant: Date, behind: number) => new Date(instant.getTime() - behind).toISOString().slice(0, 10)

/** Entry of `Server-Timing`: milliseconds since 1970. */
export const SERVER_TIME = 'now'

/** P-SESSION-55 */
export const serverNow = (): Date => {
  const { serverTiming = [], responseStart } = Object(performance.getEntriesByType?.('navigation')[0])
  const [told] = serverTiming.filter(({ name }: { readonly name: string }) => name === SERVER_TIME)
  const ahead = Number(told?.description) - performance.timeOrigin - responseStart
  return new Date(Date.now() + (Math.abs(ahead) > STANDARD_MS ? ahead : 0))
}

/** `YYYY-MM-DD` in São Paulo. Default: now. */
export const saoPauloDay = (instant: Date = serverNow()): string => {
  const day = dayBehind(instant, STANDARD_MS)
  // In 23 of 24 hours both times have the same day: the first use of Intl blocks a page for tens of milliseconds.
  if (day === dayBehind(instant, SUMMER_MS)) return day
  // The Swedish form of a date is the ISO one.
  formatter ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return formatter.format(instant)
}

/** The same day `months` earlier, or the last day of a shorter month. */
export const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** `YYYY-MM-DD` from 2000 to 2099. */
export const isCalendarDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
