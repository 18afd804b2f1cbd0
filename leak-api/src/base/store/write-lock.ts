import { ADVISORY_LOCKS, type Queryable, sql } from '@atalaia/database'

/** Blocks batches and all moves of credentials until the transaction ends. */
export const lockWritersOut = async (transaction: Queryable): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.credentialWrites})`)
}

/** Allows other batches to write. */
export const lockForWriting = async (transaction: Queryable): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.credentialWrites})`)
}
