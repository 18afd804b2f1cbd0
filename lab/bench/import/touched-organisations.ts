import { writeFile } from 'node:fs/promises'
import { type Database, sql } from '@atalaia/database'
import { int, object } from 'zod/mini'

const ORGANISATIONS = 100_000
const TOUCHED = 1000

const FILL_MS = 120_000
const FILL_ORGANISATIONS = sql`INSERT INTO organisation (created_at) SELECT now() FROM generate_series(1, ${ORGANISATIONS}::int)`
// Added long ago: addresses that are added while an import runs are looked up once more.
const FILL_ADDRESSES = sql`INSERT INTO monitored_address (organisation_id, address, added_at)
  SELECT id, 'p' || id || '@company' || id || '.example', now() - interval '1 day' FROM organisation`

export const writeTouching = async (database: Database, file: string): Promise<void> => {
  await database.transaction(
    async (on) => {
      await on.execute(FILL_ORGANISATIONS)
      await on.execute(FILL_ADDRESSES)
    },
    { statementMs: FILL_MS },
  )
  await database.script('ANALYZE')
  const every = ORGANISATIONS / TOUCHED
  const lines = Array.from({ length: TOUCHED }, (_, index) => {
    const id = (index + 1) * every
    return `p${id}@company${id}.example:word${id}\n`
  })
  await writeFile(file, lines.join(''))
}

export const checkTouched = async (database: Database): Promise<void> => {
  const [{ organisations, runs } = { organisations: 0, runs: 0 }] = await database.query(
    object({ organisations: int(), runs: int() }),
    sql`SELECT count(DISTINCT organisation_id)::int AS organisations, count(*)::int AS runs FROM analysis`,
  )
  if (organisations !== TOUCHED || runs !== TOUCHED)
    throw new Error(`bench: the import made ${runs} runs of ${organisations} organisations, not ${TOUCHED}`)
}
