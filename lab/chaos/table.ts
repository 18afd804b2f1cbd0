import { failedOf, type Figures, type Outcome } from './measure.ts'

const HEAD = ['attack', 'pages p50', 'p99', 'failed', 'API p50', 'p99', 'failed', 'lost', 'health', 'goals']

const cellsOf = (figures: Figures): readonly string[] => [
  `${figures.p50} ms`,
  `${figures.p99} ms`,
  `${failedOf(figures)} of ${figures.calls}`,
]

const row = (outcome: Outcome): readonly string[] => {
  if ('skipped' in outcome) return [outcome.name, ...Array.from({ length: HEAD.length - 2 }, () => '-'), 'SKIPPED']
  const { name, pages, api, lost, health, missed } = outcome
  const verdict = health === 'right' ? health : 'wrong'
  return [name, ...cellsOf(pages), ...cellsOf(api), `${lost}`, verdict, missed.length === 0 ? 'met' : 'MISSED']
}

export const tableText = (outcomes: readonly Outcome[]): string => {
  const rows = [HEAD, ...outcomes.map(row)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const [head = '', ...body] = rows.map(line)
  const notes = outcomes.flatMap((outcome) =>
    'skipped' in outcome
      ? [`SKIPPED ${outcome.name}: ${outcome.skipped}`]
      : outcome.missed.map((missed) => `MISSED  ${outcome.name}: ${missed}`),
  )
  return [head, rule, ...body, '', ...notes].join('\n').trimEnd()
}
