import { gzipSync } from 'node:zlib'
import { chunksOf } from '../../../testing/leak-content.ts'
import { MAX_LINE_BYTES, readLines } from './read-lines.ts'

const linesOf = async (...chunks: (string | Buffer)[]): Promise<string[]> => {
  const lines: string[] = []
  for await (const block of readLines(chunksOf(...chunks))) lines.push(...block)
  return lines
}

// Rule: M-IMPORT-11
test('lines and characters that are cut by chunks come out whole', async () => {
  const bytes = Buffer.from('\uFEFFmaçã\r\nuva\nfim')
  const single = Array.from(bytes, (byte) => Buffer.from([byte]))
  expect(await linesOf(...single)).toEqual(['maçã', 'uva', 'fim'])
})

test.each([
  ['nothing', [], []],
  ['a mark alone', ['\uFEFF'], []],
  ['one line without an end', ['a'], ['a']],
  ['one line with an end', ['a\n'], ['a']],
  ['lines of CRLF', ['a\r\nb\r', '\nc\r'], ['a', 'b', 'c']],
  ['a return inside of a line', ['a\rb\n'], ['a', 'b']],
  ['returns alone', ['a\rb\r', 'c\r'], ['a', 'b', 'c']],
  ['returns alone, in pieces', ['a', '\r', 'b', '\r', 'c'], ['a', 'b', 'c']],
  ['two returns before a newline', ['a\r\r\nb\r\r\n'], ['a', '', 'b', '']],
  ['blank lines', ['\n\n', 'a\n\n'], ['', '', 'a', '']],
  ['less than a mark', ['\uFEFF'.slice(0, 0), 'ab'], ['ab']],
])('a file with %s', async (_what, chunks, lines) => {
  expect(await linesOf(...chunks)).toEqual(lines)
})

test('a packed file is known by its first two bytes, in one piece or in two', async () => {
  const packed = gzipSync('a\nb')
  expect(await linesOf(...Array.from(packed, (byte) => Buffer.from([byte])))).toEqual(['a', 'b'])
  expect(await linesOf(Buffer.from([0x1f]), Buffer.from('x\n'))).toEqual(['\u001fx'])
  expect(await linesOf(Buffer.from([0x1f]))).toEqual(['\u001f'])
})

async function* failing(first: Buffer) {
  yield first
  throw new Error('the line went dead')
}

test('a source that fails fails its lines, packed or not', async () => {
  for (const first of [gzipSync('a\nb'), Buffer.from('a\nb')]) {
    const reading = async () => {
      for await (const block of readLines(failing(first))) expect(block.length).toBeGreaterThan(0)
    }
    await expect(reading()).rejects.toThrow('the line went dead')
  }
})

// Threat: T-IMPORT-3
test('of a long line one byte more is kept than a line may have, wherever chunks cut it', async () => {
  const long = 'x'.repeat(MAX_LINE_BYTES + 1)
  expect(await linesOf(`a\n${'x'.repeat(10_000)}`, '\nb\n')).toEqual(['a', long, 'b'])
  expect(await linesOf('x'.repeat(3000), 'x'.repeat(3000), 'x'.repeat(3000))).toEqual([long])
  expect(await linesOf('x'.repeat(MAX_LINE_BYTES), 'x', 'x')).toEqual([long])
  expect(await linesOf('x'.repeat(MAX_LINE_BYTES), '\n')).toEqual(['x'.repeat(MAX_LINE_BYTES)])
  expect(await linesOf(`a\r`, 'x'.repeat(10_000), `x\r`, 'b\r')).toEqual(['a', long, 'b'])
  expect(await linesOf(`a\r${'x'.repeat(10_000)}\r`, 'b')).toEqual(['a', long, 'b'])
})

const latin1 = (text: string) => Buffer.from(text, 'latin1')

// Rule: M-IMPORT-4
test('of lines in Latin-1 the last one has no end, or an empty one follows', async () => {
  expect(await linesOf(latin1('ã\né'))).toEqual(['ã', 'é'])
  expect(await linesOf(latin1('ã\né\n'))).toEqual(['ã', 'é'])
  expect(await linesOf(latin1('ã\n\né\n\n'))).toEqual(['ã', '', 'é', ''])
})

// Threat: T-IMPORT-3
test('of a line without end only what tells that it is too long is kept', async () => {
  const [long = '', next] = await linesOf(...Array.from({ length: 100 }, () => 'x'.repeat(1000)), '\nnext')
  expect(long.length).toBeGreaterThan(MAX_LINE_BYTES)
  expect(long.length).toBeLessThan(2 * MAX_LINE_BYTES)
  expect(next).toBe('next')
})

test('a line in Latin-1 between lines in UTF-8 leaves them as they are', async () => {
  expect(await linesOf(Buffer.concat([Buffer.from('ã\n'), Buffer.from([0xe3]), Buffer.from('\nã\n')]))).toEqual([
    'ã',
    'ã',
    'ã',
  ])
})

// Threat: T-IMPORT-4
test('a packed file that unpacks to a hundred times its size is given up, and not read to its end', async () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 'a@b.com:word\n'))
  const pieces = Array.from({ length: Math.ceil(bomb.length / 1024) }, (_, at) =>
    bomb.subarray(at * 1024, (at + 1) * 1024),
  )
  let lines = 0
  const reading = async () => {
    for await (const block of readLines(chunksOf(...pieces))) lines += block.length
  }
  await expect(reading()).rejects.toThrow('unpacks to more than 100 times its size')
  expect(lines).toBeLessThan((20 * 1024 * 1024) / 'a@b.com:word\n'.length)
})

test('a small file may pack as well as it can', async () => {
  const text = 'a@b.com:word\n'.repeat(100_000)
  expect(await linesOf(gzipSync(text))).toHaveLength(100_000)
})
