import { assert, asyncProperty } from 'fast-check'
import { leakFiles } from '../../../testing/leak-files.ts'
import { chunksOf, createTextPacker } from '../../../testing/leak-content.ts'
import { parseFile, type ParsedBatch } from './parse-file.ts'

const parse = async (chunks: readonly (string | Buffer)[], batchRows?: number) => {
  const batches: ParsedBatch[] = []
  for await (const batch of parseFile(chunksOf(...chunks), { pack: createTextPacker(), batchRows })) batches.push(batch)
  const sum = (count: (batch: ParsedBatch) => number) => batches.reduce((total, batch) => total + count(batch), 0)
  const rowsOf = (text: (batch: ParsedBatch) => string) =>
    batches.flatMap((batch) => text(batch).split('\n').slice(0, -1))
  const rejected = rowsOf(({ rejects }) => rejects).map((row) => Number.parseInt(row, 10))
  return {
    result: {
      kind: 'read',
      read: sum(({ read }) => read),
      skipped: sum(({ skipped }) => skipped),
      ignored: sum(({ ignored }) => ignored),
      rejected,
      credentials: rowsOf(({ rows }) => Buffer.from(rows).toString()),
    },
    uncounted: rejected.length - sum((batch) => batch.rejected),
    largest: Math.max(...batches.map(({ read }) => read)),
  }
}

const refused = (error: unknown) => {
  expect(String(error)).toContain('not a leak file: it is no text')
  return { result: { kind: 'refused' }, uncounted: 0, largest: 0 }
}

// Rule: M-IMPORT-9
// Threat: T-IMPORT-1
test('every line of any file is a credential, rejected once with its number, blank or the header', async () => {
  await assert(
    asyncProperty(leakFiles, async ({ chunks, batchRows, expected }) => {
      const { result, uncounted, largest } = await parse(chunks, batchRows).catch(refused)
      expect(result).toEqual(expected)
      expect(uncounted).toBe(0)
      expect(largest).toBeLessThanOrEqual(batchRows)
    }),
    { numRuns: 200 },
  )
})
