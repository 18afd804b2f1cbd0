import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const DOMAINS = 5000
const LOCAL_DIGITS = [8, 4] as const
const SECRET_DIGITS = 12
const LINES_OF_A_BLOCK = 10_000
const MAX_LINE_BYTES = 64
const HEX = Buffer.from('0123456789abcdef')
const [DIGIT_BITS, DIGIT] = [4, 15]
const PRINT_DIGITS = 32

const mixed = (index: number, seed: number): number => {
  let value = (index + Math.imul(seed + 1, 0x9e3779b1)) | 0
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return value ^ (value >>> 16)
}

const writeDigits = (bytes: Buffer, value: number, digits: number, at: number): number => {
  for (let digit = 0; digit < digits; digit += 1) bytes[at + digit] = HEX[(value >>> (DIGIT_BITS * digit)) & DIGIT] ?? 0
  return at + digits
}

const writeLine = (bytes: Buffer, { index, domains }: { index: number; domains: number }, start: number): number => {
  let at = writeDigits(bytes, mixed(index, 0), LOCAL_DIGITS[0], start)
  at = writeDigits(bytes, mixed(index, 1), LOCAL_DIGITS[1], at)
  at += bytes.write(`@company${index % domains}.example:`, at, 'latin1')
  at = writeDigits(bytes, mixed(index, 2), SECRET_DIGITS - LOCAL_DIGITS[1], at)
  at = writeDigits(bytes, mixed(index, 3), LOCAL_DIGITS[1], at)
  bytes[at] = 10
  return at + 1
}

const line = Buffer.alloc(MAX_LINE_BYTES)
const lineAt = (index: number, domains: number): string =>
  line.toString('latin1', 0, writeLine(line, { index, domains }, 0) - 1)

export const addressOf = (index: number, domains: number): string => lineAt(index, domains).split(':', 1)[0] ?? ''

/** COPY text row like the import's, with an empty website. */
export const credentialLine = (index: number): string => {
  const [local = '', domain = ''] = addressOf(index, DOMAINS).split('@')
  const host = hash('sha256', domain, 'buffer')
  const key = (BigInt(host.readInt32BE(0)) << 32n) | BigInt(hash('sha256', local, 'buffer').readUInt32BE(0))
  const secret = hash('sha256', lineAt(index, DOMAINS), 'hex').slice(0, PRINT_DIGITS)
  return `${key}\t${BigInt.asIntN(64, BigInt(`0x${secret.slice(0, 16)}`))}\t${secret}\t1\t${host.readInt32BE(4)}\t\\N\t${local}\n`
}

/** In blocks, so that neither side holds all rows. */
export function* credentialBlocks(count: number): Generator<string> {
  for (let start = 0; start < count; start += LINES_OF_A_BLOCK) {
    const size = Math.min(LINES_OF_A_BLOCK, count - start)
    yield Array.from({ length: size }, (_, offset) => credentialLine(start + offset)).join('')
  }
}

export type Lines = { readonly count: number; readonly domains?: number; readonly first?: number }

/** From line `first` (default: 0) on. */
export const writeLines = async (path: string, { count, domains = DOMAINS, first = 0 }: Lines): Promise<void> => {
  const file = createWriteStream(path)
  for (let start = 0; start < count; start += LINES_OF_A_BLOCK) {
    const block = Buffer.alloc(LINES_OF_A_BLOCK * MAX_LINE_BYTES)
    let end = 0
    for (let index = start; index < Math.min(start + LINES_OF_A_BLOCK, count); index += 1)
      end = writeLine(block, { index: first + index, domains }, end)
    if (!file.write(block.subarray(0, end))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}
