import { int, object } from 'zod/mini'
import type { Database, Queryable } from '@atalaia/database'
import type { Fingerprint } from '../store/fingerprint.ts'
import type { Credential } from './credential.ts'

/**
 * Rows of one transaction: what a cut-off import writes again at most, and what stays in memory. More rows find more
 * neighbours on a page of the key; fewer let the dashboard's questions in sooner.
 */
export const BATCH_ROWS = 40_000

const staging = `CREATE TEMP TABLE IF NOT EXISTS staged_leak (address text COLLATE "C", fingerprint bytea)
  ON COMMIT DELETE ROWS`
// In the order of the key: neighbours land on the same pages, and two imports lock rows in the same order.
const settle = `INSERT INTO leak (address, source_id, fingerprint, first_seen)
  SELECT address, $1, fingerprint, $2 FROM staged_leak ORDER BY address, fingerprint ON CONFLICT DO NOTHING`

export type OpenImport = { readonly id: string; readonly sourceId: number; readonly leakedOn: string }
/** `rows` are made by {@link copyRow}; clear passwords end there. */
export type Batch = { readonly rows: string; readonly read: number; readonly rejected: number }

/**
 * A credential as a row of COPY's text format. Nothing needs an escape: an address has no tab, newline or
 * backslash, and a digest has digits alone.
 */
export const copyRow = ({ address, password }: Credential, fingerprint: Fingerprint): string =>
  `${address}\t\\\\x${password === '' ? '' : fingerprint(address, password)}\n`

export const startImport = async (
  transaction: Queryable,
  about: { source: string; fileName: string; leakedOn: string; fabricated: boolean; at: Date },
): Promise<OpenImport> => {
  await transaction.execute('INSERT INTO source (name, fabricated) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    about.source,
    about.fabricated,
  ])
  const [started] = await transaction.query(
    object({ id: int(), sourceId: int() }),
    `INSERT INTO import (source_id, file_name, leaked_on, started_at)
     SELECT id, $2, $3::date, $4 FROM source WHERE name = $1 RETURNING id::int, source_id AS "sourceId"`,
    [about.source, about.fileName, about.leakedOn, about.at.toISOString()],
  )
  if (started === undefined) throw new Error(`import of ${about.source}: the database gave no row back`)
  return { id: String(started.id), sourceId: started.sourceId, leakedOn: about.leakedOn }
}

/** Writes a batch as a whole, and gives the number of its rows that were new. */
export const writeBatch = (
  database: Database,
  { id, sourceId, leakedOn }: OpenImport,
  { rows, read, rejected }: Batch,
): Promise<number> =>
  database.transaction(async (transaction) => {
    await transaction.script(staging)
    await transaction.copyIn('staged_leak (address, fingerprint)', rows)
    const added = await transaction.execute(settle, [sourceId, leakedOn])
    await transaction.execute(
      `UPDATE import SET lines_read = lines_read + $2, lines_new = lines_new + $3, lines_rejected = lines_rejected + $4
       WHERE id = $1`,
      [id, read, added, rejected],
    )
    return added
  })
