import type { Language } from '../language/language.ts'
import type { ChartPoint } from './chart-points.ts'

/** CSV with a header in the language's spreadsheet form: `;` between fields where decimals have a comma. */
export const chartCsv = (points: readonly ChartPoint[], { t, number }: Language): string => {
  const separator = number(0.5).includes(',') ? ';' : ','
  const rows = points.map(({ day, leaks, passwords }) => [day, leaks, passwords])
  return [[t('chart.day'), t('leaks'), t('passwords')], ...rows].map((row) => `${row.join(separator)}\r\n`).join('')
}
