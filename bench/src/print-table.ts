import type { Row } from './section.ts'

const mark = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : 'MISSED')

/** The rows of a section in columns. */
export const tableText = (name: string, rows: readonly Row[]): string => {
  const cells = [
    ['what', 'measured', 'goal', ''],
    ...rows.map((row) => [row.what, row.value, row.goal ?? '', mark(row)]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => (line[column] ?? '').length)))
  const lines = cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `\n${name}\n${'-'.repeat(name.length)}\n${lines.join('\n')}\n`
}
