import { isUtf8 } from 'node:buffer'
import { decode } from './decode.ts'
import { peekBytes, startsWith, unpackGzip } from './unpack-gzip.ts'

/** Longer lines are cut here, and rejected by the parser. */
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

/** -1: no end. A final return may be half of a CRLF. */
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
 * Lines end with LF, CRLF or CR (M-IMPORT-11). Keeps {@link MAX_LINE_BYTES} + 1 bytes of an endless
 * line.
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

/** Reads gzip too ({@link linesIn}). */
export const readLines = (file: AsyncIterable<Buffer>): AsyncGenerator<string[]> => linesIn(unmarked(unpackGzip(file)))
