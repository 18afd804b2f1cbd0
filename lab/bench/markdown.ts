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

/** The same row of an earlier run. */
type Earlier = (row: Row, opponent?: string) => string

const shareOf = (value: string): string => value.replace(/: ours (\S+ ×)$/, ', $1')

const comparedTable = (quantities: readonly Quantity[], earlier: Earlier | undefined): string => {
  const names = [...new Set(quantities.flatMap(({ others }) => [...others.keys()]))]
  const lines = quantities.map(({ own, others }) => {
    const goals = [['', own] as const, ...others].flatMap(([name, row]) => {
      const verdict = verdictOf(row)
      return verdict ? [name ? `${name}: ${verdict}` : verdict] : []
    })
    const shown = names.map((name) => shareOf(others.get(name)?.value ?? ''))
    const before = earlier
      ? [[earlier(own), ...names.map((name) => earlier(own, name))].filter(Boolean).join('; ')]
      : []
    return [own.what, ...before, own.value, ...shown, own.floor ?? '', goals.join('; ')]
  })
  return tableOf(
    ['what', ...(earlier ? ['before'] : []), 'ours', ...names.map((name) => `\`${name}\``), 'limit', 'goal'],
    lines,
  )
}

const plainTable = (rows: readonly Row[], earlier: Earlier | undefined): string =>
  tableOf(
    ['what', ...(earlier ? ['before'] : []), 'measured', 'goal'],
    rows.map((row) => [row.what, ...(earlier ? [earlier(row)] : []), row.value, verdictOf(row)]),
  )

const earlierOf =
  (rows: readonly Row[]): Earlier =>
  ({ what }, opponent) => {
    const found = quantitiesOf(rows).find(({ own }) => own.what === what)
    return opponent === undefined ? (found?.own.value ?? '') : shareOf(found?.others.get(opponent)?.value ?? '')
  }

/**
 * The tables of a run in Markdown: rows with opponents first, with a column for each, then all other
 * rows. `before`: an earlier run, for a column of its values.
 */
export const describeInMarkdown = (
  { commit, began, load, cores, sections }: Results,
  { before: first }: { readonly before?: Results } = {},
): string => {
  const [before, after] = load.map((one) => one.toFixed(1))
  const parts = sections.flatMap(({ name, rows }) => {
    const quantities = quantitiesOf(rows)
    const compared = quantities.filter(({ others }) => others.size > 0)
    const earlier = first && earlierOf(first.sections.find((section) => section.name === name)?.rows ?? [])
    const alone = quantities.filter(({ others }) => others.size === 0).map(({ own }) => own)
    return [
      `<!-- ${name} -->`,
      ...(compared.length > 0 ? [comparedTable(compared, earlier)] : []),
      ...(alone.length > 0 ? [plainTable(alone, earlier)] : []),
    ]
  })
  return [
    `Measured on ${began.slice(0, 10)} at commit ${commit}, ${cores} cores, load ${before} to ${after}.`,
    ...parts,
  ].join('\n\n')
}
