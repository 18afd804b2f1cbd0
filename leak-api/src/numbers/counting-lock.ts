import { ADVISORY_LOCKS, type Database, type Queryable, sql } from '@atalaia/database'
import { int, object } from 'zod/mini'

const MAX_KEY = 2_147_483_647

/** For transactions that count addresses: one statement counts all of an organisation or a domain, 100,000 of them in 9 to 15 s. */
export const COUNTING = { statementMs: 600_000 }

/** Lets {@link waitForCounts} wait for this transaction. Called before it counts, with the organisation locked. */
export const holdCount = async (transaction: Queryable, organisationId: string): Promise<void> => {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.addressCount}, (${organisationId}::bigint % ${sql.lit(MAX_KEY)})::int)`,
  )
}

/**
 * Waits for the transactions that count addresses of their own at this moment. They may not see rows that are committed already,
 * nor does anybody else see their addresses. Those that begin to count later see the rows.
 */
export const waitForCounts = async (database: Database): Promise<void> => {
  for (const { key } of await database.query(
    object({ key: int() }),
    sql`SELECT DISTINCT objid::bigint::int AS key FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${ADVISORY_LOCKS.addressCount}::int::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  ))
    await database.transaction(
      (on) => on.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.addressCount}, ${key})`),
      COUNTING,
    )
}
