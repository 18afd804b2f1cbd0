import type { Results } from './results.ts'

type Row = Results['sections'][number]['rows'][number]

const opponentOf = ({ what }: Row): string | undefined => /^… ([\w-]+)$/.exec(what)?.[1]

const verdictOf = ({ goal, met }: Row): string => (goal === undefined ? '' : `${goal}: ${met ? 'met' : '**missed**'}`)

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const tableOf = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map(lineOf).join('\n')

type Quantity = { readonly own: Row; readonly others: Map<string, Row> }

const quantitiesOf = (rows: readonly Row[]): Quantity[] => {
  const quantities: Quantity[] = []
  for (const row of rows) {
    const opponent = opponentOf(row)
    if (opponent === undefined) quantities.push({ own: row, others: new Map() })
    else quantities.at(-1)?.others.set(opponent, row)
  }
  return quantities
}

const comparedTable = (quantities: readonly Quantity[]): string => {
  const names = [...new Set(quantities.flatMap(({ others }) => [...others.keys()]))]
  const lines = quantities.map(({ own, others }) => {
    const goals = [['', own] as const, ...others].flatMap(([name, row]) => {
      const verdict = verdictOf(row)
      return verdict ? [name ? `${name}: ${verdict}` : verdict] : []
    })
    const shown = names.map((name) => others.get(name)?.value.replace(/: ours (\S+ ×)$/, ', $1') ?? '')
    return [own.what, own.value, ...shown, goals.join('; ')]
  })
  return tableOf(['what', 'ours', ...names.map((name) => `\`${name}\``), 'goal'], lines)
}

const plainTable = (rows: readonly Row[]): string =>
  tableOf(
    ['what', 'measured', 'goal'],
    rows.map((row) => [row.what, row.value, verdictOf(row)]),
  )

/** The tables of a run in Markdown: rows with opponents first, with a column for each, then all other rows. */
export const describeInMarkdown = ({ commit, began, load, cores, sections }: Results): string => {
  const [before, after] = load.map((one) => one.toFixed(1))
  const parts = sections.flatMap(({ name, rows }) => {
    const quantities = quantitiesOf(rows)
    const compared = quantities.filter(({ others }) => others.size > 0)
    const alone = quantities.filter(({ others }) => others.size === 0).map(({ own }) => own)
    return [
      `<!-- ${name} -->`,
      ...(compared.length > 0 ? [comparedTable(compared)] : []),
      ...(alone.length > 0 ? [plainTable(alone)] : []),
    ]
  })
  return [
    `Measured on ${began.slice(0, 10)} at commit ${commit}, ${cores} cores, load ${before} to ${after}.`,
    ...parts,
  ].join('\n\n')
}
