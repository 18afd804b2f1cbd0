import { gzipSync } from 'node:zlib'
import { chunksOf } from '../../testing/test-api.ts'
import { MAX_LINE_BYTES, readLines } from './read-lines.ts'

const linesOf = async (...chunks: (string | Buffer)[]): Promise<string[]> => {
  const lines: string[] = []
  for await (const block of readLines(chunksOf(...chunks))) lines.push(...block)
  return lines
}

test('lines and characters that are cut by chunks come out whole', async () => {
  const bytes = Buffer.from('\uFEFFmaçã\r\nuva\nfim')
  const single = Array.from(bytes, (byte) => Buffer.from([byte]))
  expect(await linesOf(...single)).toEqual(['maçã', 'uva', 'fim'])
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
