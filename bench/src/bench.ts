import type { Row, Section } from './section.ts'
import { dashboardSection } from './sections/dashboard.ts'
import { growthSection } from './sections/growth.ts'
import { embedSection } from './sections/embed.ts'
import { importSection } from './sections/import.ts'
import { movesSection } from './sections/moves.ts'
import { pagesSection } from './sections/pages.ts'

const sections: readonly Section[] = [
  dashboardSection,
  movesSection,
  embedSection,
  pagesSection,
  growthSection,
  importSection,
]

const mark = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : 'MISSED')

/** The rows of a section in columns. */
const tableText = (name: string, rows: readonly Row[]): string => {
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

// `npm run bench -- import` runs the sections that are named.
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !sections.some((section) => section.name === name))
if (unknown.length > 0) {
  console.error(`bench: no section ${unknown.join(', ')}; there are ${sections.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

let missed = false
for (const section of sections) {
  if (wanted.length > 0 && !wanted.includes(section.name)) continue
  console.error(`${section.name}: measuring …`)
  const rows = await section.run()
  missed ||= rows.some(({ met }) => met === false)
  console.log(tableText(section.name, rows))
}
process.exitCode = missed ? 1 : 0
