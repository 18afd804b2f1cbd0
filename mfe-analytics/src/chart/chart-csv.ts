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

/** Saves a file, by a download of the browser. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Saves a text with the mark by which spreadsheets know UTF-8. */
export const saveText = (text: string, name: string, type: string): void =>
  saveFile(new Blob(['\uFEFF', text], { type }), name)
