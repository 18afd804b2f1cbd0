import { parseArgs } from 'node:util'
import { describeComparison } from './compare.ts'
import { beginResults, LAST_RESULTS, readResults, writeResults } from './results.ts'
import type { Row, Section, SectionOptions } from './section.ts'
import { dashboardSection } from './sections/dashboard.ts'
import { growthSection } from './sections/growth.ts'
import { embedSection } from './sections/embed.ts'
import { importSection } from './sections/import.ts'
import { movesSection } from './sections/moves.ts'
import { pagesSection } from './sections/pages.ts'
import { promotionsSection } from './sections/promotions.ts'

const sections: readonly Section[] = [
  dashboardSection,
  promotionsSection,
  movesSection,
  embedSection,
  pagesSection,
  growthSection,
  importSection,
]

const HELP = `npm run bench -- [SECTION …] [--against NAME,…] [--visits N] [--json FILE]
npm run bench -- compare A.json B.json

Measures the sections that are named, or all: ${sections.map(({ name }) => name).join(', ')}.
Exit code 1 when a goal is missed.

  --against NAME,…   dashboard: the opponents to measure, by default all
  --visits N         dashboard, embed: visits of each at each speed, by default 7
  --json FILE        also writes the results there; they always go to .cache/bench/last.json
  compare A B        what is worse or better in B than in A beyond the spread; exit code 1 when anything is worse`

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

const compare = (files: readonly string[]): number => {
  const [first, second, ...more] = files
  if (first === undefined || second === undefined || more.length > 0) throw new Error('compare takes two files')
  const { text, worse } = describeComparison(readResults(first), readResults(second))
  console.log(text)
  return worse ? 1 : 0
}

type MeasureOptions = { readonly options: SectionOptions; readonly json: string | undefined }

const measure = async (wanted: readonly string[], { options, json }: MeasureOptions): Promise<number> => {
  const unknown = wanted.filter((name) => !sections.some((section) => section.name === name))
  if (unknown.length > 0) throw new Error(`no section ${unknown.join(', ')}`)
  const record = beginResults()
  const measured: { name: string; rows: Row[] }[] = []
  for (const { name, run } of sections) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.error(`${name}: measuring …`)
    const rows = await run(options)
    measured.push({ name, rows })
    console.log(tableText(name, rows))
    // After each section: a later one that fails takes nothing away.
    for (const file of [LAST_RESULTS, ...(json === undefined ? [] : [json])]) writeResults(file, record.end(measured))
  }
  return measured.some(({ rows }) => rows.some(({ met }) => met === false)) ? 1 : 0
}

const optionsOf = ({ against, visits }: { readonly against?: string; readonly visits?: string }): SectionOptions => {
  const count = visits === undefined ? undefined : Number(visits)
  if (count !== undefined && !(Number.isInteger(count) && count > 0)) throw new Error('--visits is a number from 1 on')
  return {
    ...(against !== undefined && { against: against.split(',') }),
    ...(count !== undefined && { visits: count }),
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      visits: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [first, ...rest] = positionals
  if (values.help) console.log(HELP)
  else if (first === 'compare') process.exitCode = compare(rest)
  else process.exitCode = await measure(positionals, { options: optionsOf(values), json: values.json })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${HELP}`)
  process.exitCode = 2
}
