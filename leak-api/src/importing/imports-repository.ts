import type { Database } from '@atalaia/database'
import { int, nullable, object, string } from 'zod/mini'
import { saoPauloDay } from '@atalaia/contracts'
import { createAnalysisRepository } from '../numbers/analysis-repository.ts'
import type { Source } from './import-protocol.ts'

export type NewImport = {
  readonly source: string
  readonly fileName: string
  /** The day of the leak, `YYYY-MM-DD`. */
  readonly leakedOn: string
  /** Invented data, of the demonstration account. */
  readonly fabricated: boolean
  readonly at: Date
}
export type OpenImport = { readonly id: string; readonly sourceId: number; readonly leakedOn: string }
/** `rows` are in COPY's text format, without clear passwords (`copyRow`). `read` and `rejected` count lines. */
export type Batch = { readonly rows: string; readonly read: number; readonly rejected: number }

/** Leaks, their sources, and the imports that brought them. */
export type ImportsRepository = {
  /** Begins an import; its source is made with its first one. */
  start(wanted: NewImport): Promise<OpenImport>
  /** Writes a batch as a whole, and returns the number of its rows that were new. */
  write(opened: OpenImport, batch: Batch): Promise<number>
  /** Ends an import, with an analysis run for every organisation in the same transaction (M-NUM-6). */
  finish(opened: OpenImport, at: Date): Promise<void>
  /** All sources by name, with what was imported of them. */
  sources(): Promise<Source[]>
}

const makeStaging = `CREATE TEMP TABLE IF NOT EXISTS staged_leak (address text COLLATE "C", fingerprint bytea)
  ON COMMIT DELETE ROWS`
// In the order of the key: neighbours land on the same pages, and two imports lock rows in the same order.
const settle = `INSERT INTO leak (address, source_id, fingerprint, first_seen)
  SELECT address, $1, fingerprint, $2 FROM staged_leak ORDER BY address, fingerprint ON CONFLICT DO NOTHING`

/** A batch waits for another import's, and an analysis reads all leaks: longer than a person would wait. */
const LONG = { statementMs: 600_000 }

const startedSchema = object({ id: string(), sourceId: int() })
const sourceRowSchema = object({ name: string(), imports: int(), leaks: int(), lastFinished: nullable(string()) })

export const createImportsRepository = (database: Database): ImportsRepository => ({
  start: ({ source, fileName, leakedOn, fabricated, at }) =>
    database.transaction(async (transaction) => {
      await transaction.execute('INSERT INTO source (name, fabricated) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        source,
        fabricated,
      ])
      const [started] = await transaction.query(
        startedSchema,
        `INSERT INTO import (source_id, file_name, leaked_on, started_at)
         SELECT id, $2, $3::date, $4 FROM source WHERE name = $1 RETURNING id::text, source_id AS "sourceId"`,
        [source, fileName, leakedOn, at.toISOString()],
      )
      if (started === undefined) throw new Error(`import of ${source}: the database gave no row back`)
      return { ...started, leakedOn }
    }),
  write: ({ id, sourceId, leakedOn }, { rows, read, rejected }) =>
    database.transaction(async (transaction) => {
      await transaction.script(makeStaging)
      await transaction.copyIn('staged_leak (address, fingerprint)', rows)
      const added = await transaction.execute(settle, [sourceId, leakedOn])
      await transaction.execute(
        `UPDATE import SET lines_read = lines_read + $2, lines_new = lines_new + $3, lines_rejected = lines_rejected + $4
         WHERE id = $1`,
        [id, read, added, rejected],
      )
      return added
    }, LONG),
  finish: ({ id }, at) =>
    database.transaction(async (transaction) => {
      await transaction.execute('UPDATE import SET finished_at = $2 WHERE id = $1', [id, at.toISOString()])
      await createAnalysisRepository(transaction).record({ at })
    }, LONG),
  sources: async () => {
    const rows = await database.query(
      sourceRowSchema,
      `SELECT source.name, count(import.id)::int AS imports, coalesce(sum(lines_new), 0)::int AS leaks,
              to_json(max(finished_at)) #>> '{}' AS "lastFinished"
       FROM source LEFT JOIN import ON import.source_id = source.id
       GROUP BY source.id ORDER BY source.name`,
    )
    return rows.map(({ lastFinished, ...source }) => ({
      ...source,
      lastImport: lastFinished === null ? null : saoPauloDay(new Date(lastFinished)),
    }))
  },
})
