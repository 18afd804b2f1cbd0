import type { Result } from './conformance.ts'

const signs = { kept: '✓', 'not kept': '✗', 'not applicable': '–' } as const

/** One line of the table. */
export const lineOf = ({ id, promise, verdict }: Result): string => {
  const line = `${signs[verdict.kind]} ${verdict.kind.padEnd(14)} ${id.padEnd(22)} ${promise}`
  return verdict.kind === 'kept' ? line : `${line}\n  ${' '.repeat(14)} ${' '.repeat(22)} → ${verdict.why}`
}

/** The last line: how many of each. */
export const summaryOf = (results: readonly Result[]): string => {
  const count = (kind: keyof typeof signs) => results.filter(({ verdict }) => verdict.kind === kind).length
  return `${count('kept')} kept, ${count('not kept')} not kept, ${count('not applicable')} not applicable`
}
