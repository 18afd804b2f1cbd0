export type Cell = { readonly id: string; readonly sign: '✓' | '✗' | '–'; readonly why: string }

export type Column = { readonly name: string; readonly cells: readonly Cell[] }

const START = '<!-- table: npm run lab -- portal-table -->'
const END = '<!-- /table -->'
const UNSEEN = ' '

/** A page without portals: the meaning of the table, and its place. */
export const EMPTY_PAGE = `# Portals

The promises of \`npm run conformance\` in each example portal: ✓ kept, ✗ not kept, – not applicable. \`journey\` shows the
numbers, removes them and shows them again, twice. In \`iframe\` the suite looks at the page inside the frame.

${START}
${END}
`

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const signOf = (text: string): Cell['sign'] | undefined => (['✓', '✗', '–'] as const).find((sign) => sign === text)

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const between = (page: string): readonly [string, string, string] => {
  const [before, rest] = page.split(START)
  const [table, after] = rest?.split(END) ?? []
  if (before === undefined || table === undefined || after === undefined) {
    throw new Error(`The page has no place for the table, between "${START}" and "${END}".`)
  }
  return [before, table, after]
}

export const readTable = (page: string): readonly Column[] => {
  const lines = between(page)[1].split('\n')
  const [head = '', , ...rows] = lines.filter((line) => line.startsWith('|'))
  const reasons = new Map(
    lines.flatMap((line) => {
      const [, name, id, why] = /^- `([^`]+)`, `([^`]+)`: (.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[`${name} ${id}`, why ?? ''] as const]
    }),
  )
  const names = cellsOf(head).slice(1)
  return names.map((name, place) => ({
    name,
    cells: rows.map(cellsOf).flatMap((texts) => {
      const id = texts[0]?.replaceAll('`', '') ?? ''
      const sign = signOf(texts[place + 1] ?? '')
      return sign ? [{ id, sign, why: reasons.get(`${name} ${id}`) ?? '' }] : []
    }),
  }))
}

/** A row for each promise, a column for each portal, with reasons below. */
export const writeTable = (page: string, columns: readonly Column[]): string => {
  const sorted = columns.toSorted((one, other) => one.name.localeCompare(other.name))
  const longest = sorted.toSorted((one, other) => other.cells.length - one.cells.length)[0]
  const ids = [...new Set([...(longest?.cells ?? []), ...sorted.flatMap(({ cells }) => cells)].map(({ id }) => id))]
  const signs = ({ cells }: Column, id: string) => cells.find((cell) => cell.id === id)?.sign ?? UNSEEN
  const table = [
    row(['promise', ...sorted.map(({ name }) => name)]),
    row(['---', ...sorted.map(() => '---')]),
    ...ids.map((id) => row([`\`${id}\``, ...sorted.map((column) => signs(column, id))])),
  ]
  const reasons = sorted.flatMap(({ name, cells }) =>
    cells
      .filter(({ sign }) => sign !== '✓')
      .map(({ id, why }) => `- \`${name}\`, \`${id}\`: ${why.replaceAll('\n', ' ')}`),
  )
  const [before, , after] = between(page)
  return [before, START, '\n\n', table.join('\n'), '\n\n', reasons.join('\n'), '\n\n', END, after].join('')
}
