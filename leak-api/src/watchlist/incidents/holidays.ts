import { easter } from 'date-easter'

type Holiday = { readonly name: string; readonly month: number; readonly date: number; readonly sinceYear?: number }

/** Fixed national holidays: Leis 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023. */
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
 * Good Friday counts, as for the ANPD; Carnival and Corpus Christi do not: the safe side (ADR
 * 0060). Excludes holidays of states and cities.
 */
export const nationalHoliday = (day: string): string | undefined => {
  const [year = 0] = day.split('-').map(Number)
  const fixed = FIXED.find(({ month, date, sinceYear = 0 }) => year >= sinceYear && dayOf(year, month, date) === day)
  if (fixed) return fixed.name
  const { month, day: sunday } = easter(year)
  return dayOf(year, month, sunday - 2) === day ? 'Paixão de Cristo' : undefined
}
