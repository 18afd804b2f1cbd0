import { detectFormat, type Format } from './format.ts'

const SAMPLE_LINES = 200

export type UsableSample = {
  readonly status: 'usable'
  readonly format: Format
  readonly blocks: AsyncIterable<string[]>
}
export type Sample = UsableSample | { readonly status: 'unusable'; readonly reason: string }

async function* both(first: readonly string[][], rest: AsyncIterator<string[]>): AsyncGenerator<string[]> {
  yield* first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** Looks at the first lines to find the format, and gives all lines on. */
export const readSample = async (blocks: AsyncIterable<string[]>): Promise<Sample> => {
  const rest = blocks[Symbol.asyncIterator]()
  const read: string[][] = []
  const lines: string[] = []
  while (lines.length < SAMPLE_LINES) {
    const next = await rest.next()
    if (next.done === true) break
    read.push(next.value)
    lines.push(...next.value.filter((line) => line.trim() !== ''))
  }
  const sample = lines.slice(0, SAMPLE_LINES)
  if (sample.length === 0) return { status: 'unusable', reason: 'the file is empty' }
  if (sample.some((line) => line.includes('\0'))) {
    return { status: 'unusable', reason: 'not a leak file: it is no text (of text, UTF-8 and Latin-1 are read)' }
  }
  const format = detectFormat(sample)
  if (format === undefined) {
    return {
      status: 'unusable',
      reason: `not a leak file: none of its first ${sample.length} lines has an e-mail address as login`,
    }
  }
  return { status: 'usable', format, blocks: both(read, rest) }
}
