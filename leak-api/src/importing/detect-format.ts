import { isBlank, isTooLong, type LineParser } from './line-parser.ts'
import { createComboParser, detectSeparator } from './parse-combo.ts'
import { createCsvParser, readHeader } from './parse-csv.ts'
import { peek } from './peek.ts'

const SAMPLE_LINES = 200
/** The most that is read ahead for the sample: blank and overlong lines do not count in it, and stay in memory. */
const MAX_SAMPLE_CHARACTERS = 1024 * 1024

/** A leak file whose format is known: its parser, and all of its lines, from the first on. */
export type LeakFile = { readonly parse: LineParser; readonly blocks: AsyncIterable<readonly string[]> }

const parserFor = ([header = '', ...lines]: readonly string[]): LineParser | undefined => {
  const layout = readHeader(header)
  if (layout !== undefined) return createCsvParser(layout)
  const separator = detectSeparator([header, ...lines])
  return separator === undefined ? undefined : createComboParser(separator)
}

/** UTF-16's byte order marks, which are no UTF-8, read as Latin-1. */
const utf16Mark = /^(\u00ff\u00fe|\u00fe\u00ff)/

const reasonAgainst = (sample: readonly string[], read: number): string | undefined => {
  const [first] = sample
  if (first === undefined)
    return read === 0 ? 'the file is empty' : 'not a leak file: its first lines are blank or too long'
  if (utf16Mark.test(first)) return 'not a leak file: it is UTF-16; save it as UTF-8, and import that'
  if (sample.some((line) => line.includes('\0')))
    return 'not a leak file: it is no text (of text, UTF-8 and Latin-1 are read)'
  return undefined
}

/** Chooses the parser by the first {@link SAMPLE_LINES} lines that are neither blank nor too long. Rejects if none fits. */
export const detectFormat = async (blocks: AsyncIterable<readonly string[]>): Promise<LeakFile> => {
  const sample: string[] = []
  let characters = 0
  let read = 0
  const { resume } = await peek(blocks, (block) => {
    for (const line of block) {
      characters += line.length + 1
      if (isBlank(line)) continue
      read += 1
      if (sample.length < SAMPLE_LINES && !isTooLong(line)) sample.push(line)
    }
    return sample.length === SAMPLE_LINES || characters > MAX_SAMPLE_CHARACTERS
  })
  const reason = reasonAgainst(sample, read)
  if (reason !== undefined) throw new Error(reason)
  const parse = parserFor(sample)
  if (parse === undefined)
    throw new Error(`not a leak file: none of its first ${sample.length} lines has an e-mail address as login`)
  return { parse, blocks: resume() }
}
