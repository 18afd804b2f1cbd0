import type { ChartPoint } from './chart-points.ts'

/** The points as a CSV file with a header, in the form that spreadsheets in Brazil open: `;` between fields. */
export const chartCsv = (points: readonly ChartPoint[]): string =>
  ['Data;Vazamentos;Senhas', ...points.map(({ day, leaks, passwords }) => `${day};${leaks};${passwords}`)]
    .map((line) => `${line}\r\n`)
    .join('')

/** Saves `text` as a file, by a download of the browser. */
export const saveText = (text: string, name: string, type: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
