import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { array, boolean, constantFrom, integer, oneof, record, string, tuple, type Arbitrary } from 'fast-check'
import { isAddress } from '../src/base/address.ts'
import { FINGERPRINT_KEY } from './leak-content.ts'

export type LeakFile = {
  readonly chunks: readonly Buffer[]
  readonly batchRows: number
  readonly expected: Expected
}
type Expected =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'read'
      readonly read: number
      readonly skipped: number
      readonly ignored: number
      readonly rejected: readonly number[]
      readonly credentials: readonly string[]
    }

type Split = (line: string) => readonly string[]
type Format = { readonly separator: string; readonly split: Split; readonly header: string | undefined }

const MAX_BYTES = 4096
const SAMPLE_LINES = 200

const fingerprintOf = (address: string, password: string) =>
  createHmac('sha256', FINGERPRINT_KEY).update(`${address}\0${password}`).digest('hex').slice(0, 32)

const decode = (bytes: Buffer): string => {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : bytes.toString('latin1')
}

const linesOf = (content: Buffer): string[] => {
  const lines = content.toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => decode(Buffer.from(line.replace(/\r$/, '').replaceAll('\0', ''), 'latin1')))
}

const isLong = (line: string) => Buffer.byteLength(line) > MAX_BYTES

const expectedOf = (content: Buffer, { split, header }: Format): Expected => {
  const lines = linesOf(content)
  const rejected: number[] = []
  const credentials: string[] = []
  let skipped = 0
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && header !== undefined)) continue
    const [login = '', typed = ''] = split(line)
    const password = typed.trim()
    const address = login.trim().toLowerCase()
    if (isLong(line)) rejected.push(index + 1)
    else if (!isAddress(address) && password !== '' && address.length <= 254) skipped += 1
    else if (!isAddress(address)) rejected.push(index + 1)
    else credentials.push(`${address} ${password === '' ? '' : fingerprintOf(address, password)}`)
  }
  const read = rejected.length + skipped + credentials.length
  return { kind: 'read', read, skipped, ignored: lines.length - read, rejected, credentials }
}

/** A line that is one quoted field loses its quotes. */
const unwrapped = (line: string) => /^"([^"]*)"$/.exec(line)?.[1] ?? line

const combo: Arbitrary<Format> = constantFrom(':', ';', '|', '\t').map((separator) => ({
  separator,
  split: (line) => {
    const [login = '', ...password] = unwrapped(line).split(separator)
    return [login, password.join(separator)]
  },
  header: undefined,
}))

export const fieldsByPattern = (line: string, separator: string): string[] => {
  const fields: string[] = []
  const field = new RegExp(`"((?:[^"]|"")*)"(?=[${separator}]|$)|[^${separator}]*`, 'y')
  for (;;) {
    const [text = '', inner] = field.exec(line) ?? []
    fields.push(inner?.replaceAll('""', '"') ?? text)
    if (field.lastIndex === line.length) return fields
    field.lastIndex += 1
  }
}
const csv: Arbitrary<Format> = constantFrom(',', ';', '\t', '|').map((separator) => ({
  separator,
  split: (line) => fieldsByPattern(line, separator),
  // More columns than any lines have together: each line is a row of its own.
  header: ['email', 'senha', ...Array.from({ length: 200 }, (_, at) => `x${at}`)].join(separator),
}))

const login = oneof(
  { weight: 5, arbitrary: constantFrom('a@b.com', 'C@D.org ', 'eva@x.com.br', 'zoe+1@y.net') },
  {
    weight: 1,
    arbitrary: constantFrom('maria', '', 'a@b', '@b.com', `${'l'.repeat(250)}@b.com`, 'x.com/in', '"a'),
  },
)
const password = oneof(
  { weight: 5, arbitrary: string({ unit: constantFrom('p', '"', ',', ';', '|', ':', ' ', 'ã', '\t'), maxLength: 6 }) },
  { weight: 1, arbitrary: constantFrom('\0', '"\0', 'ã'.repeat(2040), 'x'.repeat(4087), 'x'.repeat(9000)) },
)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const row = oneof(
  {
    weight: 8,
    arbitrary: tuple(login, password, boolean()).map(([name, word, safe]) => [name, safe ? quoted(word) : word]),
  },
  { weight: 1, arbitrary: constantFrom([''], [' '], ['\t \t']) },
)
const shape = record({
  newline: constantFrom('\n', '\r\n'),
  endsWithNewline: boolean(),
  encoding: constantFrom('utf8', 'utf8 with a mark', 'latin1'),
  afterSample: boolean(),
  gzip: boolean(),
  chunkBytes: integer({ min: 1, max: 5000 }),
  batchRows: integer({ min: 1, max: 30 }),
})

const piecesOf = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

export const leakFiles: Arbitrary<LeakFile> = tuple(oneof(combo, csv), array(row, { maxLength: 25 }), shape).map(
  ([format, rows, { newline, endsWithNewline, encoding, afterSample, gzip, chunkBytes, batchRows }]) => {
    // The first of them tells every reader the format.
    const known = Array.from({ length: afterSample ? SAMPLE_LINES : 1 }, (_, at) => [`first${at}@b.com`, 'um'])
    const lines = [...known, ...rows].map((fields) => fields.join(format.separator))
    const all = format.header === undefined ? lines : [format.header, ...lines]
    const text = all.join(newline) + (endsWithNewline ? newline : '')
    const content = Buffer.from(text, encoding === 'latin1' ? 'latin1' : 'utf8')
    const marked = encoding === 'utf8 with a mark' ? Buffer.concat([Buffer.from('\uFEFF'), content]) : content
    return {
      chunks: piecesOf(gzip ? gzipSync(marked) : marked, chunkBytes),
      batchRows,
      expected: expectedOf(content, format),
    }
  },
)
