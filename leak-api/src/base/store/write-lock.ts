import { ADVISORY_LOCKS, type Queryable, sql } from '@atalaia/database'

/** Holds back batches, and whatever else moves or removes credentials, until the transaction ends. */
export const lockWritersOut = async (transaction: Queryable): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.credentialWrites})`)
}

/** Lets other batches write meanwhile. */
export const lockForWriting = async (transaction: Queryable): Promise<void> => {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.credentialWrites})`)
}
