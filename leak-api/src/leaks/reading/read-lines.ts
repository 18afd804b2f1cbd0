import { isUtf8 } from 'node:buffer'
import { decode } from './decode.ts'
import { peekBytes, startsWith, unpackGzip } from './unpack-gzip.ts'

/** A longer line is no credential; it is cut here, and rejected where it is parsed. */
export const MAX_LINE_BYTES = 4096

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

/** The bytes of a text without the byte order mark that some editors put in front; of UTF-16, which it tells, as UTF-8. */
export async function* unmarked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { start, resume } = await peekBytes(chunks, BYTE_ORDER_MARK.length)
  const wide = UTF_16_MARKS.find(({ mark }) => startsWith(start, mark))
  if (wide !== undefined) yield* inUtf8(resume(), wide.encoding)
  else yield* resume([startsWith(start, BYTE_ORDER_MARK) ? start.subarray(BYTE_ORDER_MARK.length) : start])
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** Lines that end with LF, or CRLF; and those within them that end with a CR alone. */
const splitAtReturns = (lines: string[]): string[] =>
  lines.flatMap((line) => {
    const whole = withoutReturn(line)
    return whole.includes('\r') ? whole.split('\r') : [whole]
  })

/** The place of the last end of a line, or -1. A return at the very end may be half of a CRLF. */
const lastEnd = (chunk: Buffer): number =>
  Math.max(chunk.lastIndexOf(NEWLINE), chunk.length < 2 ? -1 : chunk.lastIndexOf(RETURN, chunk.length - 2))

const linesOf = (block: Buffer): string[] => {
  const lines = splitAtNewlines(block)
  return block.includes(RETURN) ? splitAtReturns(lines) : lines
}

const splitAtNewlines = (block: Buffer): string[] => {
  if (isUtf8(block)) return block.toString('utf8').split('\n')
  const lines: string[] = []
  for (let start = 0; start <= block.length;) {
    const end = block.indexOf(NEWLINE, start)
    lines.push(decode(block.subarray(start, end === -1 ? block.length : end)))
    if (end === -1) break
    start = end + 1
  }
  return lines
}

/**
 * The lines of a text in blocks as they come in; each ends with LF, CRLF or CR (M-IMPORT-11). Memory is bounded: of a
 * line without end only the first {@link MAX_LINE_BYTES} + 1 bytes are kept.
 */
export async function* linesIn(text: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let open: Buffer = Buffer.alloc(0)
  let returned = false
  for await (const chunk of text) {
    if (chunk.length === 0) continue
    if (returned && chunk[0] !== NEWLINE) {
      yield linesOf(open)
      open = Buffer.alloc(0)
    }
    returned = chunk.at(-1) === RETURN
    const end = lastEnd(chunk)
    if (end === -1) {
      if (open.length <= MAX_LINE_BYTES) open = Buffer.concat([open, chunk]).subarray(0, MAX_LINE_BYTES + 1)
      continue
    }
    const block = Buffer.concat([open, chunk.subarray(0, end)])
    open = Buffer.from(chunk.subarray(end + 1, end + 1 + MAX_LINE_BYTES + 1))
    yield linesOf(block)
  }
  if (open.length > 0) yield linesOf(open)
}

/** The lines of a file, packed with gzip or not ({@link linesIn}). */
export const readLines = (file: AsyncIterable<Buffer>): AsyncGenerator<string[]> => linesIn(unmarked(unpackGzip(file)))
