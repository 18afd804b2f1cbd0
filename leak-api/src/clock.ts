/** The current instant, handed in so that tests and the demonstration data can choose it. */
export type Clock = () => Date

const saoPaulo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The São Paulo day of an instant, `YYYY-MM-DD`. */
export const saoPauloDay = (instant: Date): string => saoPaulo.format(instant)

/** The same day of the month `months` earlier, or the last one that month has. */
export const monthsBefore = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}
