import { ADVISORY_LOCKS, type Queryable } from '@atalaia/database'

/** Holds back batches, and whatever else moves or removes credentials, until the transaction ends. */
export const lockWritersOut = async (transaction: Queryable): Promise<void> => {
  await transaction.execute('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.credentialWrites])
}

/** Lets other batches write meanwhile. */
export const lockForWriting = async (transaction: Queryable): Promise<void> => {
  await transaction.execute('SELECT pg_advisory_xact_lock_shared($1)', [ADVISORY_LOCKS.credentialWrites])
}
