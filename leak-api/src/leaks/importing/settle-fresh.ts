import { type Queryable, sql } from '@atalaia/database'

const COLUMNS = 'sighting, address, pair, fingerprint, domain, website, local'
// Those of `credential`: each partition is joined with its own rows alone.
const PARTS = 8

const MAKE_STAGING = `
  CREATE TEMP TABLE IF NOT EXISTS staged_fresh (sighting integer, address bigint, pair bigint, fingerprint uuid,
    domain integer, website bigint, local text COLLATE "C") PARTITION BY HASH (address);
  ${Array.from(
    { length: PARTS },
    (_, part) => `CREATE TEMP TABLE IF NOT EXISTS staged_fresh_${part} PARTITION OF staged_fresh
      FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part}) ON COMMIT DELETE ROWS;`,
  ).join('')}`

// Looks each row up by the key: a join may scan all credentials instead, whatever the planner knows of them.
const LOOK_UP = `SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off;
  SET LOCAL enable_partitionwise_join = on; SET LOCAL work_mem = '32MB'`

// A fresh row is the first of its pair in the import: what stands there is another import's, and nothing conflicts.
const SETTLE = sql`WITH looked AS MATERIALIZED (
    SELECT staged.*, credential.address IS NOT NULL AS known FROM staged_fresh AS staged
    LEFT JOIN credential ON credential.address = staged.address AND credential.pair = staged.pair
  ), added AS (
    INSERT INTO credential (${sql.raw(COLUMNS)}) SELECT ${sql.raw(COLUMNS)} FROM looked WHERE NOT known
  )
  INSERT INTO resighting (address, pair, sighting, website)
  SELECT address, pair, sighting, website FROM looked WHERE known`

/** Lock the source first. Returns the known pairs. */
export const settleFresh = async (on: Queryable, rows: Uint8Array<ArrayBuffer>): Promise<number> => {
  await on.script(MAKE_STAGING)
  await on.copyIn(`staged_fresh (${COLUMNS})`, rows)
  await on.script(LOOK_UP)
  return on.execute(SETTLE)
}
