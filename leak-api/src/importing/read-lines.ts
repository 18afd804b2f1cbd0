import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { peek } from './peek.ts'

/** A longer line is no credential; it is cut here, and rejected where it is parsed. */
export const MAX_LINE_BYTES = 4096

const NEWLINE = 0x0a
const RETURN = 0x0d
const GZIP_MARK = Buffer.from([0x1f, 0x8b])
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const GUNZIP_CHUNK_BYTES = 65_536
/** Text of credentials packs to a third or a tenth; only a file made to do harm packs to less than a hundredth. */
const MAX_UNPACK_RATIO = 100
/** Up to here a file may unpack to any ratio: a small one is soon read. */
const FREE_UNPACKED_BYTES = 16 * 1024 * 1024

const peekBytes = (chunks: AsyncIterable<Buffer>, bytes: number) => {
  let size = 0
  return peek(chunks, (chunk) => (size += chunk.length) >= bytes)
}

const startsWith = (head: Buffer, mark: Buffer) => head.subarray(0, mark.length).equals(mark)

/** The content of a file that may be packed with gzip; its first bytes tell, not its name. */
async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, resume } = await peekBytes(chunks, GZIP_MARK.length)
  if (!startsWith(Buffer.concat(head), GZIP_MARK)) {
    yield* resume()
    return
  }
  const packed = Readable.from(resume())
  const gunzip = createGunzip({ chunkSize: GUNZIP_CHUNK_BYTES })
  packed.on('error', (error) => gunzip.destroy(error))
  let unpackedBytes = 0
  for await (const chunk of packed.pipe(gunzip)) {
    unpackedBytes += chunk.length
    if (unpackedBytes > FREE_UNPACKED_BYTES && unpackedBytes > MAX_UNPACK_RATIO * gunzip.bytesWritten)
      throw new Error(
        `the file unpacks to more than ${MAX_UNPACK_RATIO} times its size; unpack it, and import the text`,
      )
    yield chunk
  }
}

/** Removes the byte order mark that some editors put in front. */
async function* unmarked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, resume } = await peekBytes(chunks, BYTE_ORDER_MARK.length)
  const start = Buffer.concat(head)
  yield* resume([startsWith(start, BYTE_ORDER_MARK) ? start.subarray(BYTE_ORDER_MARK.length) : start])
}

// Old files are in Latin-1: read as such, the bytes of a password stay apart instead of all becoming U+FFFD.
const decode = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')

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
 * The lines of a file, packed with gzip or not, in blocks as they come in; each ends with LF, CRLF or CR. Memory is bounded: of a line without end
 * only the first {@link MAX_LINE_BYTES} + 1 bytes are kept.
 */
export async function* readLines(file: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let open: Buffer = Buffer.alloc(0)
  let returned = false
  for await (const chunk of unmarked(unpacked(file))) {
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
