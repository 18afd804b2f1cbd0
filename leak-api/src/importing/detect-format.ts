import { isBlank, type LineParser } from './line-parser.ts'
import { createComboParser, detectSeparator } from './parse-combo.ts'
import { createCsvParser, readHeader } from './parse-csv.ts'
import { peek } from './peek.ts'

const SAMPLE_LINES = 200

/** A leak file whose format is known: its parser, and all of its lines, from the first on. */
export type LeakFile = {
  readonly status: 'known'
  readonly parser: LineParser
  readonly blocks: AsyncIterable<readonly string[]>
}
export type DetectedFormat = LeakFile | { readonly status: 'unusable'; readonly reason: string }

const parserFor = ([header = '', ...lines]: readonly string[]): LineParser | undefined => {
  const layout = readHeader(header)
  if (layout !== undefined) return createCsvParser(layout)
  const separator = detectSeparator([header, ...lines])
  return separator === undefined ? undefined : createComboParser(separator)
}

const unusable = (reason: string): DetectedFormat => ({ status: 'unusable', reason })

/** Chooses the parser by the first {@link SAMPLE_LINES} lines that are not blank. */
export const detectFormat = async (blocks: AsyncIterable<readonly string[]>): Promise<DetectedFormat> => {
  const sample: string[] = []
  const { resume } = await peek(blocks, (block) => {
    for (const line of block) if (sample.length < SAMPLE_LINES && !isBlank(line)) sample.push(line)
    return sample.length === SAMPLE_LINES
  })
  if (sample.length === 0) return unusable('the file is empty')
  if (sample.some((line) => line.includes('\0')))
    return unusable('not a leak file: it is no text (of text, UTF-8 and Latin-1 are read)')
  const parser = parserFor(sample)
  return parser === undefined
    ? unusable(`not a leak file: none of its first ${sample.length} lines has an e-mail address as login`)
    : { status: 'known', parser, blocks: resume() }
}
