import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Database, sql } from '@atalaia/database'

const TABLE = `CREATE TABLE leak (address text COLLATE "C" NOT NULL, source_id integer NOT NULL, fingerprint bytea NOT NULL,
  first_seen date NOT NULL, PRIMARY KEY (address, source_id, fingerprint))`
const STAGING = `CREATE TEMP TABLE IF NOT EXISTS staged_leak (address text COLLATE "C", fingerprint bytea)
  ON COMMIT DELETE ROWS`

const BATCH_ROWS = 40_000
const KEY = 'k'.repeat(64)
const HEX_DIGITS = 32

const fingerprintOf = (address: string, password: string) =>
  hash('sha256', KEY + hash('sha256', `${KEY}${address}\0${password}`, 'hex'), 'hex').slice(0, HEX_DIGITS)

async function* batchesOf(file: string): AsyncGenerator<string> {
  let rows: string[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const end = line.indexOf(':')
    const address = line.slice(0, end)
    rows.push(`${address}\t\\\\x${fingerprintOf(address, line.slice(end + 1))}\n`)
    if (rows.length < BATCH_ROWS) continue
    yield rows.join('')
    rows = []
  }
  yield rows.join('')
}

/** Seconds; reads the next batch during a write. */
export const importOlder = async (database: Database, file: string): Promise<number> => {
  await database.script(TABLE)
  const start = performance.now()
  let writing = Promise.resolve()
  for await (const rows of batchesOf(file)) {
    await writing
    writing = database.transaction(
      async (transaction) => {
        await transaction.script(STAGING)
        await transaction.copyIn('staged_leak (address, fingerprint)', rows)
        await transaction.execute(sql`INSERT INTO leak (address, source_id, fingerprint, first_seen)
  SELECT address, 1, fingerprint, '2026-01-01' FROM staged_leak ORDER BY address, fingerprint ON CONFLICT DO NOTHING`)
      },
      { statementMs: 600_000 },
    )
  }
  await writing
  return (performance.now() - start) / 1000
}
