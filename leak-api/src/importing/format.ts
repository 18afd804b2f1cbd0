import { parseCombo, separators, type Separator } from './parse-combo.ts'
import { readHeader, type CsvLayout } from './parse-csv.ts'

export type Format =
  | { readonly kind: 'combo'; readonly separator: Separator }
  | { readonly kind: 'csv'; readonly layout: CsvLayout }

const fits = (lines: readonly string[], separator: Separator): number => {
  // A line that splits and still has an address counts more than an address alone, which fits every separator.
  const score = (line: string) => {
    if (parseCombo(line, separator).kind === 'rejected') return 0
    return line.includes(separator) ? 2 : 1
  }
  return lines.reduce((sum, line) => sum + score(line), 0)
}

/** Looks at the first lines; `undefined` when none of them holds an e-mail address where one belongs. */
export const detectFormat = (sample: readonly string[]): Format | undefined => {
  const lines = sample.filter((line) => line.trim() !== '')
  const [first] = lines
  if (first === undefined) return undefined
  const layout = readHeader(first)
  if (layout !== undefined) return { kind: 'csv', layout }

  let best: { separator: Separator; score: number } = { separator: ':', score: 0 }
  for (const separator of separators) {
    const score = fits(lines, separator)
    if (score > best.score) best = { separator, score }
  }
  return best.score === 0 ? undefined : { kind: 'combo', separator: best.separator }
}
