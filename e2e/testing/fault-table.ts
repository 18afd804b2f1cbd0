import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

/** One section of docs/reference/faults.md: a fault and its effects. */
export type FaultRow = {
  readonly fault: string
  /** For browsers with a working older version, and for new browsers. */
  readonly known: string
  readonly first: string
  readonly operator: string
  readonly gateway: string
}

const file = join(root, 'docs/reference/faults.md')

const HEAD = `# Faults

For operators and developers. This page shows the effect of each fault on people, on operators and
on the gateway.

\`e2e/specs/failures/fault-table.spec.ts\` makes each fault on a real gateway, in two real browsers,
and compares its observations with this page. \`FAULTS=write\` writes the page.

- Version 1.0.0 of a remote works and is live. Then the test promotes a version with the fault.
- One browser has seen 1.0.0. The second browser visits for the first time.
- Eighteen more browsers then report the same failure.
`

const printed = (rows: readonly FaultRow[]): string => [HEAD, ...rows.map(section)].join('\n')

const section = ({ fault, known, first, operator, gateway }: FaultRow): string =>
  [
    `## ${fault}`,
    '',
    `- The browser that knows 1.0.0 shows: ${known}`,
    `- The first visit shows: ${first}`,
    `- The operator sees: ${operator}`,
    `- The gateway: ${gateway.replace('; ', ';\n  ')}`,
    '',
  ].join('\n')

/** The observations, and the text of the page; equal where the page is up to date. */
export const faultPages = async (rows: readonly FaultRow[]): Promise<{ seen: string; said: string }> => {
  const seen = printed(rows)
  if (process.env['FAULTS'] === 'write') await writeFile(file, seen)
  return { seen, said: await readFile(file, 'utf8') }
}
