import { isUtf8 } from 'node:buffer'

/** A longer line is no credential; it is cut here, and rejected where it is parsed. */
export const MAX_LINE_BYTES = 4096

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

// Old files are in Latin-1: read as such, the bytes of a password stay apart instead of all becoming U+FFFD.
const decode = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

const linesOf = (block: Buffer): string[] => {
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

/** Without the mark that some editors put in front. */
async function* unmarked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < BYTE_ORDER_MARK.length) continue
    yield head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? head.subarray(3) : head
    head = undefined
  }
  if (head !== undefined) yield head
}

/**
 * The lines of a text, in blocks as they come in. Memory is bounded: of a line without end only the first
 * {@link MAX_LINE_BYTES} + 1 bytes are kept.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let open: Buffer = Buffer.alloc(0)
  for await (const chunk of unmarked(chunks)) {
    const end = chunk.lastIndexOf(NEWLINE)
    if (end === -1) {
      if (open.length <= MAX_LINE_BYTES) open = Buffer.concat([open, chunk]).subarray(0, MAX_LINE_BYTES + 1)
      continue
    }
    const block = Buffer.concat([open, chunk.subarray(0, end)])
    open = Buffer.from(chunk.subarray(end + 1, end + 1 + MAX_LINE_BYTES + 1))
    yield linesOf(block).map(withoutReturn)
  }
  if (open.length > 0) yield [withoutReturn(decode(open))]
}
