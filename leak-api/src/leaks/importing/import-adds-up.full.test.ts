import { sql } from '@atalaia/database'
import { assert, asyncProperty } from 'fast-check'
import { readFileSync } from 'node:fs'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { leakFiles, type LeakFile } from '../../../testing/leak-files.ts'
import { chunksOf } from '../../../testing/leak-content.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { runImport } from './run-import.ts'

const RUNS = 15

const numbersOf = (rejects: string) =>
  rejects
    .split('\n')
    .slice(1, -1)
    .map((row) => Number.parseInt(row, 10))

const wanted = (expected: LeakFile['expected']) => {
  if (expected.kind === 'refused') return { kind: 'failed', rows: new Set(), rejects: [] }
  const { read, skipped, rejected, credentials } = expected
  const rows = new Set(credentials)
  const counts = { read, skipped, added: rows.size, known: credentials.length - rows.size, rejected: rejected.length }
  return { kind: 'done', ...counts, rows, rejects: rejected }
}

onPostgres((database) => {
  // Rule: M-IMPORT-9
  // Threat: T-IMPORT-1
  test('lines read are new, known or rejected, and the rejects file has each rejected line once', async () => {
    const api = await createTestApi(database())
    let files = 0
    await assert(
      asyncProperty(leakFiles, async ({ chunks, batchRows, expected }) => {
        const source = `source ${(files += 1)}`
        const content = chunksOf(...chunks)
        const bulk = files % 2 === 0
        const outcome = await runImport(api.tools, { content, fileName: source, source, batchRows, bulk })
        const rows = await database().query(
          object({ row: string() }),
          sql`SELECT address || ' ' || encode(fingerprint, 'hex') AS row FROM leak
           JOIN source ON source.id = source_id WHERE name = ${source}`,
        )
        const rejects = 'rejectsFile' in outcome && outcome.rejectsFile !== null ? outcome.rejectsFile : undefined
        expect({
          ...outcome,
          rows: new Set(rows.map(({ row }) => row)),
          rejects: rejects === undefined ? [] : numbersOf(readFileSync(rejects, 'utf8')),
        }).toMatchObject(wanted(expected))
      }),
      { numRuns: RUNS },
    )
  })
})
