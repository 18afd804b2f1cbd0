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

const shareOf = (value: string): string => value.replace(/: ours (\S+ ×)$/, ', $1')

const comparedTable = (quantities: readonly Quantity[]): string => {
  const names = [...new Set(quantities.flatMap(({ others }) => [...others.keys()]))]
  const lines = quantities.map(({ own, others }) => {
    const goals = [['', own] as const, ...others].flatMap(([name, row]) => {
      const verdict = verdictOf(row)
      return verdict ? [name ? `${name}: ${verdict}` : verdict] : []
    })
    const shown = names.map((name) => shareOf(others.get(name)?.value ?? ''))
    return [own.what, own.value, ...shown, own.floor ?? '', goals.join('; ')]
  })
  return tableOf(['what', 'ours', ...names.map((name) => `\`${name}\``), 'limit', 'goal'], lines)
}

const plainTable = (rows: readonly Row[]): string =>
  tableOf(
    ['what', 'measured', 'goal'],
    rows.map((row) => [row.what, row.value, verdictOf(row)]),
  )

const timesOf = (row: Row | undefined): string => /: ours (\S+ ×)$/.exec(row?.value ?? '')?.[1] ?? ''

const bold = ({ met }: Row, text: string): string => (met === false ? `**${text}**` : text)

const goalTable = (now: readonly Row[], before: readonly Row[]): string => {
  const quantities = quantitiesOf(now).filter(({ own, others }) =>
    [own, ...others.values()].some(({ goal }) => goal !== undefined),
  )
  const names = [...new Set(quantities.flatMap(({ others }) => [...others.keys()]))]
  const earlier = quantitiesOf(before)
  const lines = quantities.map(({ own, others }) => {
    const then = earlier.find(({ own: { what } }) => what === own.what)
    const times = names.map((name) => {
      const row = others.get(name)
      return row ? bold(row, timesOf(row)) : ''
    })
    const [goal = ''] = [own, ...others.values()].flatMap((row) => row?.goal ?? [])
    return [
      own.what,
      bold(own, own.value),
      ...times,
      then?.own.value ?? '',
      own.floor ?? '',
      goal.replace(/^ours /, ''),
    ]
  })
  return tableOf(['what', 'now', ...names.map((name) => `\`${name}\``), 'before', 'limit', 'goal'], lines)
}

const ranAt = ({ commit, began, load, cores }: Results): string => {
  const [before, after] = load.map((one) => one.toFixed(1))
  return `${began.slice(0, 10)} at commit ${commit}, ${cores} cores, load ${before} to ${after}`
}

/**
 * Every row that has a goal, with the share of each opponent and the value of the earlier run. The
 * goal is the row's own, or the first opponent's. A value that misses its goal is bold.
 */
export const describeGoals = (before: Results, now: Results): string => {
  const earlierOf = (name: string) => before.sections.find((section) => section.name === name)?.rows ?? []
  const tables = now.sections.map(({ name, rows }) => goalTable(rows, earlierOf(name)))
  return [`Measured on ${ranAt(now)}; before: ${ranAt(before)}.`, ...tables].join('\n\n')
}

/** The tables of a run in Markdown: rows with opponents first, with a column for each. */
export const describeInMarkdown = (results: Results): string => {
  const parts = results.sections.flatMap(({ name, rows }) => {
    const quantities = quantitiesOf(rows)
    const compared = quantities.filter(({ others }) => others.size > 0)
    const alone = quantities.filter(({ others }) => others.size === 0).map(({ own }) => own)
    return [
      `<!-- ${name} -->`,
      ...(compared.length > 0 ? [comparedTable(compared)] : []),
      ...(alone.length > 0 ? [plainTable(alone)] : []),
    ]
  })
  return [`Measured on ${ranAt(results)}.`, ...parts].join('\n\n')
}
