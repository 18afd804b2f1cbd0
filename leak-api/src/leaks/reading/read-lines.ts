import { isUtf8 } from 'node:buffer'
import { decode } from './decode.ts'
import { peekBytes, startsWith, unpackGzip } from './unpack-gzip.ts'

/** The parser rejects longer lines. */
export const MAX_LINE_BYTES = 4096

/** Longest line in one block. */
const MAX_PART_BYTES = 1024 * 1024
const LEAST_WIDE_NULS = 4
const WIDE_SHARE = 0.9

const NO_BYTES = Buffer.alloc(0)
const NEWLINE = 0x0a
const RETURN = 0x0d
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const UTF_16_MARKS = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const

async function* inUtf8(chunks: AsyncIterable<Buffer>, encoding: 'utf-16le' | 'utf-16be'): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** Removes a byte order mark; turns UTF-16 into UTF-8. */
export async function* unmarked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { start, resume } = await peekBytes(chunks, BYTE_ORDER_MARK.length)
  const wide = UTF_16_MARKS.find(({ mark }) => startsWith(start, mark))
  if (wide !== undefined) yield* inUtf8(resume(), wide.encoding)
  else yield* resume([startsWith(start, BYTE_ORDER_MARK) ? start.subarray(BYTE_ORDER_MARK.length) : start])
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** Also splits at CR alone. */
const splitAtReturns = (lines: string[]): string[] =>
  lines.flatMap((line) => {
    const whole = withoutReturn(line)
    return whole.includes('\r') ? whole.split('\r') : [whole]
  })

/** -1: none. A final return may be half of a CRLF. */
const lastEnd = (chunk: Buffer): number =>
  Math.max(chunk.lastIndexOf(NEWLINE), chunk.length < 2 ? -1 : chunk.lastIndexOf(RETURN, chunk.length - 2))

/** `goesOn`: its last line, over {@link MAX_PART_BYTES}, continues in the next block. */
export type Block = { readonly bytes: Buffer; readonly goesOn: boolean }

/** Whole lines (M-IMPORT-11), with their ends. */
export async function* blocksIn(text: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  let open: Buffer[] = []
  let size = 0
  let returned = false
  const take = (more: Buffer, goesOn = false): Block => {
    const bytes = open.length === 0 ? more : Buffer.concat([...open, more])
    open = []
    size = 0
    return { bytes, goesOn }
  }
  for await (const chunk of text) {
    if (chunk.length === 0) continue
    if (returned && chunk[0] !== NEWLINE) yield take(NO_BYTES)
    returned = chunk.at(-1) === RETURN
    const end = lastEnd(chunk) + 1
    if (end > 0) yield take(chunk.subarray(0, end))
    if (end === chunk.length) continue
    open.push(chunk.subarray(end))
    size += chunk.length - end
    if (size > MAX_PART_BYTES) yield take(NO_BYTES, true)
  }
  if (size > 0) yield take(NO_BYTES)
}

/** Lines are looked at within such a part. */
const PART_BYTES = 64 * 1024
/** More than a row of any format has. */
const MAX_CUT_BYTES = MAX_PART_BYTES + PART_BYTES

/** 0: more of the text decides. */
const endOfPart = (text: Buffer): number => {
  const end = lastEnd(text.subarray(0, PART_BYTES)) + 1
  if (end > 0) return end
  const newline = text.indexOf(NEWLINE, PART_BYTES)
  if (newline !== -1 && newline < MAX_CUT_BYTES) return newline + 1
  return text.length <= MAX_CUT_BYTES ? 0 : lastEnd(text.subarray(0, MAX_CUT_BYTES)) + 1 || MAX_CUT_BYTES
}

/** Blocks of the same lines, whatever pieces the text comes in (M-IMPORT-11). */
export async function* partsIn(text: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  let open: Buffer[] = []
  let size = 0
  for await (const { bytes } of blocksIn(text)) {
    open.push(bytes)
    size += bytes.length
    if (size <= PART_BYTES) continue
    let rest = open.length === 1 ? bytes : Buffer.concat(open)
    for (let end = endOfPart(rest); end > 0; end = rest.length > PART_BYTES ? endOfPart(rest) : 0) {
      yield { bytes: rest.subarray(0, end), goesOn: end === MAX_CUT_BYTES && lastEnd(rest.subarray(0, end)) === -1 }
      rest = rest.subarray(end)
    }
    open = [rest]
    size = rest.length
  }
  if (size > 0) yield { bytes: Buffer.concat(open), goesOn: false }
}

const splitAtNewlines = (block: Buffer, decodeLine: (line: Buffer) => string): string[] => {
  const lines: string[] = []
  for (let start = 0; start <= block.length;) {
    const end = block.indexOf(NEWLINE, start)
    lines.push(decodeLine(block.subarray(start, end === -1 ? block.length : end)))
    if (end === -1) break
    start = end + 1
  }
  return lines
}

/** Removes NUL bytes; reads UTF-16 lines within other text (M-IMPORT-73). */
const createNulDecoder = () => {
  let wide: 'utf-16le' | 'utf-16be' | undefined
  return (line: Buffer): string => {
    if (!line.includes(0)) {
      if (line.length > 1) wide = undefined
      return decode(line)
    }
    const mark = UTF_16_MARKS.find(({ mark: bytes }) => startsWith(line, bytes))
    wide = mark?.encoding ?? (isWide(line) ? (wide ?? (line[0] === 0 ? 'utf-16be' : 'utf-16le')) : undefined)
    if (wide === undefined) return decode(Buffer.from(line.filter((byte) => byte !== 0)))
    // The other half of the newline before.
    const start = mark === undefined ? (wide === 'utf-16le' && line[0] === 0 ? 1 : 0) : mark.mark.length
    const even = line.subarray(start, line.length - ((line.length - start) % 2))
    return new TextDecoder(wide).decode(even).replaceAll('\0', '')
  }
}

const isWide = (line: Buffer): boolean => {
  const places = [0, 0]
  for (let at = line.indexOf(0); at !== -1; at = line.indexOf(0, at + 1)) places[at % 2] = (places[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = places
  const nuls = even + odd
  return nuls >= LEAST_WIDE_NULS && nuls * 4 >= line.length && Math.max(even, odd) >= nuls * WIDE_SHARE
}

/** At {@link MAX_LINE_BYTES} + 1. Blocks keep their order. */
export const createLineReader = () => {
  const decodeLine = createNulDecoder()
  let inLine = false
  return ({ bytes, goesOn }: Block): string[] => {
    const isPlain = isUtf8(bytes) && !bytes.includes(0)
    const split = isPlain ? bytes.toString('utf8').split('\n') : splitAtNewlines(bytes, decodeLine)
    if (bytes.at(-1) === NEWLINE) split.pop()
    const lines = bytes.includes(RETURN) ? splitAtReturns(split) : split
    const whole = inLine ? lines.slice(1) : lines
    inLine = goesOn
    return whole.some(({ length }) => length > MAX_LINE_BYTES + 1)
      ? whole.map((line) => line.slice(0, MAX_LINE_BYTES + 1))
      : whole
  }
}

export async function* linesIn(text: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const linesOf = createLineReader()
  for await (const block of blocksIn(text)) yield linesOf(block)
}

/** Reads gzip too ({@link linesIn}). */
export const readLines = (file: AsyncIterable<Buffer>): AsyncGenerator<string[]> => linesIn(unmarked(unpackGzip(file)))
