import type { Language } from '../language/language.ts'
import type { ChartPoint } from './chart-points.ts'

/**
 * The points as a CSV file with a header, in the form that spreadsheets of the language open: `;` between fields where a
 * comma stands before decimals.
 */
export const chartCsv = (points: readonly ChartPoint[], { t, number }: Language): string => {
  const separator = number(0.5).includes(',') ? ';' : ','
  const rows = points.map(({ day, leaks, passwords }) => [day, leaks, passwords])
  return [[t('chart.day'), t('leaks'), t('passwords')], ...rows].map((row) => `${row.join(separator)}\r\n`).join('')
}
