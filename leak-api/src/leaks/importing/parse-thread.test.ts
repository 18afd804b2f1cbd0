import { gzipSync } from 'node:zlib'
import { chunksOf, FINGERPRINT_KEY } from '../../../testing/leak-content.ts'
import type { ParsedBatch } from './parse-file.ts'
import { parseInThread } from './parse-thread.ts'

const open = (content: AsyncIterable<Buffer>, batchRows?: number) =>
  parseInThread(content, { fingerprintKey: FINGERPRINT_KEY, source: 'forum', batchRows })

const allOf = async (batches: AsyncIterable<ParsedBatch>) => {
  const all: ParsedBatch[] = []
  for await (const batch of batches) all.push(batch)
  return all
}
const sumOf = (batches: readonly ParsedBatch[], count: (batch: ParsedBatch) => number) =>
  batches.reduce((sum, batch) => sum + count(batch), 0)

// Rule: M-IMPORT-10
// Threat: T-IMPORT-2
test('megabytes of open quotes are parsed line by line while this thread goes on', async () => {
  const lines = 300_000
  let turns = 0
  const turn = setInterval(() => (turns += 1), 1)
  const batches = await allOf(open(chunksOf(`email,password\n${'a@b.com,"x\n'.repeat(lines)}`)))
  clearInterval(turn)
  expect(sumOf(batches, ({ read }) => read)).toBe(lines)
  expect(sumOf(batches, ({ unclosed }) => unclosed)).toBe(lines)
  expect(turns).toBeGreaterThan(5)
})

// Rule: M-IMPORT-10
// Threat: T-IMPORT-3
test('a file is read few bytes further ahead than its batches are taken', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      const chunk = Buffer.from('a@b.com:word\n'.repeat(100))
      read += chunk.length
      yield chunk
    }
  }
  const batches = open(endless(), 100)
  await batches.next()
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  expect(read).toBeLessThan(128 * 1024)
  await batches.return(undefined)
  const stopped = read
  await new Promise(setImmediate)
  expect(read).toBe(stopped)
})

test.each([
  [
    'of the content',
    async function* broken() {
      yield Buffer.from('a@b.com:word\n')
      throw new Error('the line went dead')
    },
    'the line went dead',
  ],
  ['of the thread', () => chunksOf(gzipSync('a@b.com:word\n'.repeat(1000)).subarray(0, 60)), 'unexpected end of file'],
])('a failure %s comes out with its text', async (_where, content, message) => {
  await expect(allOf(open(content()))).rejects.toThrow(message)
})

test('a failure before the first line comes out with its text, and the next file is parsed', async () => {
  const noList: Uint8Array = Object(5)
  const broken = parseInThread(chunksOf('a@b.com:word\n'), {
    fingerprintKey: FINGERPRINT_KEY,
    source: 'forum',
    watched: noList,
  })
  await expect(allOf(broken)).rejects.toThrow(/the file cannot be parsed: .+/)
  expect(sumOf(await allOf(open(chunksOf('a@b.com:word\n'))), ({ rows }) => Math.sign(rows.length))).toBe(1)
})

test('more files than threads are parsed, each of them whole', async () => {
  const files = Array.from({ length: 6 }, (_, index) => open(chunksOf('a@b.com:word\n'.repeat(index + 1)), 1))
  const read = await Promise.all(files.map(async (file) => sumOf(await allOf(file), (batch) => batch.read)))
  expect(read).toEqual([1, 2, 3, 4, 5, 6])
})
