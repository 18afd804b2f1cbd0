import { parseArgs } from 'node:util'
import { messageOf } from '@atalaia/stack'
import { describeComparison } from './compare.ts'
import { describeGoals, describeInMarkdown } from './markdown.ts'
import { beginResults, LAST_RESULTS, readResults, writeResults } from './results.ts'
import type { Row, Section, SectionOptions } from './section.ts'
import { dashboardSection } from './sections/dashboard.ts'
import { growthSection } from './sections/growth.ts'
import { houseSection } from './sections/house.ts'
import { embedSection } from './sections/embed.ts'
import { importSection } from './sections/import.ts'
import { leaksSection } from './sections/leaks.ts'
import { monitoredSection } from './sections/monitored.ts'
import { movesSection } from './sections/moves.ts'
import { pagesSection } from './sections/pages.ts'
import { promotionsSection } from './sections/promotions.ts'
import { rolloutsSection } from './sections/rollouts.ts'
import { serversSection } from './sections/servers.ts'

const sections: readonly Section[] = [
  dashboardSection,
  promotionsSection,
  movesSection,
  embedSection,
  pagesSection,
  serversSection,
  growthSection,
  houseSection,
  monitoredSection,
  rolloutsSection,
  importSection,
  leaksSection,
]

const HELP = `npm run lab -- bench [SECTION …] [--against NAME,…] [--visits N] [--rows N] [--minutes N] [--json FILE]
npm run lab -- bench compare A.json B.json
npm run lab -- bench tables FILE.json [BEFORE.json]

Measures the sections that are named, or all: ${sections.map(({ name }) => name).join(', ')}.
Exit code 1 when a goal is missed.

  --against NAME,…   dashboard: the opponents to measure, by default all
  --visits N         dashboard, embed, monitored: visits of each at each speed, by default 7; import, servers: rounds, by default 5
  --rows N           leaks: millions of rows, by default 1; 100 million leaks take up to 50 GB of disk meanwhile
  --minutes N        leaks: what is not measured by then is left out, by default 25
  --json FILE        also writes the results there; they always go to .cache/bench/last.json
  compare A B        what is worse or better in B than in A beyond the spread; exit code 1 when anything is worse
  tables FILE        the tables of a run, in Markdown
  tables FILE BEFORE every row with a goal, in Markdown, beside an earlier run`

const mark = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : 'MISSED')

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

const printTables = (files: readonly string[]): void => {
  const [file, before, ...more] = files
  if (file === undefined || more.length > 0) throw new Error('tables takes one file, or two')
  const now = readResults(file)
  console.log(before === undefined ? describeInMarkdown(now) : describeGoals(readResults(before), now))
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

const countOf = (name: string, text: string): number => {
  const count = Number(text)
  if (!(Number.isInteger(count) && count > 0)) throw new Error(`--${name} is a number from 1 on`)
  return count
}

type Given = { readonly against?: string; readonly visits?: string; readonly rows?: string; readonly minutes?: string }
const optionsOf = ({ against, visits, rows, minutes }: Given): SectionOptions => ({
  ...(against !== undefined && { against: against.split(',') }),
  ...(visits !== undefined && { visits: countOf('visits', visits) }),
  ...(rows !== undefined && { rows: countOf('rows', rows) }),
  ...(minutes !== undefined && { minutes: countOf('minutes', minutes) }),
})

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      visits: { type: 'string' },
      rows: { type: 'string' },
      minutes: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [first, ...rest] = positionals
  if (values.help) console.log(HELP)
  else if (first === 'compare') process.exitCode = compare(rest)
  else if (first === 'tables') printTables(rest)
  else process.exitCode = await measure(positionals, { options: optionsOf(values), json: values.json })
} catch (error) {
  console.error(messageOf(error))
  console.error(`\n${HELP}`)
  process.exitCode = 2
}
