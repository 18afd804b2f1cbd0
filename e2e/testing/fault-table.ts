import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

/** One row of docs/faults.md: a fault, and what was seen of it. */
export type FaultRow = {
  readonly fault: string
  /** In a browser in which an older version worked, and in one that comes for the first time. */
  readonly known: string
  readonly first: string
  readonly operator: string
  readonly gateway: string
}

const file = join(root, 'docs/faults.md')

const HEAD = `# Faults, and what was seen of them

\`e2e/specs/failures/fault-table.spec.ts\` makes each fault on a real gateway, in two real browsers, and compares what it sees with
this page; with \`FAULTS=write\` it writes it. Version 1.0.0 of a remote works and is live; a later version, in which or
on whose way the fault is, is promoted after it. One browser has seen 1.0.0, the other comes for the first time. Then eighteen more browsers
report what the first did. What a person sees where no older version exists is in the other specs beside it: the panel of P-ERROR-3.
`

const COLUMNS = ['fault', 'a browser that knows 1.0.0 shows', 'a first visit shows', 'the operator sees', 'the gateway']

const printed = (rows: readonly FaultRow[]): string =>
  [
    HEAD,
    line(COLUMNS),
    line(COLUMNS.map(() => '---')),
    ...rows.map(({ fault, known, first, operator, gateway }) => line([fault, known, first, operator, gateway])),
    '',
  ].join('\n')

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The words of a page, without the width of its columns. */
const words = (text: string) => text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---')

/** The cells as they were seen, and as docs/faults.md has them; the same, where the page is written anew. */
export const faultPages = async (rows: readonly FaultRow[]): Promise<{ seen: string; said: string }> => {
  const seen = printed(rows)
  if (process.env['FAULTS'] === 'write') await writeFile(file, seen)
  return { seen: words(seen), said: words(await readFile(file, 'utf8')) }
}
