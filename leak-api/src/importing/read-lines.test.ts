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
