import { easter } from 'date-easter'

type Holiday = { readonly name: string; readonly month: number; readonly date: number; readonly sinceYear?: number }

/** The national holidays of the law that have a day of their own: Leis 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023. */
const FIXED: readonly Holiday[] = [
  { name: 'Confraternização Universal', month: 1, date: 1 },
  { name: 'Tiradentes', month: 4, date: 21 },
  { name: 'Dia do Trabalho', month: 5, date: 1 },
  { name: 'Independência do Brasil', month: 9, date: 7 },
  { name: 'Nossa Senhora Aparecida', month: 10, date: 12 },
  { name: 'Finados', month: 11, date: 2 },
  { name: 'Proclamação da República', month: 11, date: 15 },
  { name: 'Consciência Negra', month: 11, date: 20, sinceYear: 2024 },
  { name: 'Natal', month: 12, date: 25 },
]

const dayOf = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

/**
 * The name of the national holiday on a day `YYYY-MM-DD`. Good Friday is one by the calendar that the federal government, and
 * with it the ANPD, keeps each year. Carnival and Corpus Christi are optional days there, and no holidays: a term that counts
 * them ends earlier, which is the safe side (ADR 0060). Holidays of states and cities are not known here.
 */
export const nationalHoliday = (day: string): string | undefined => {
  const [year = 0] = day.split('-').map(Number)
  const fixed = FIXED.find(({ month, date, sinceYear = 0 }) => year >= sinceYear && dayOf(year, month, date) === day)
  if (fixed) return fixed.name
  const { month, day: sunday } = easter(year)
  return dayOf(year, month, sunday - 2) === day ? 'Paixão de Cristo' : undefined
}
