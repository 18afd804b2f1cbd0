import { ADVISORY_LOCKS, type Queryable } from '@atalaia/database'
import { boolean, object } from 'zod/mini'

/** Holds back batches, and whatever else moves or removes credentials, until the transaction ends. */
export const lockWritersOut = async (transaction: Queryable): Promise<void> => {
  await transaction.execute('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.credentialWrites])
}

const SPREAD = 'SELECT EXISTS (SELECT FROM pg_foreign_table) AS yes'

/** True where credentials lie on other servers. */
export const isSpread = async (on: Queryable): Promise<boolean> =>
  (await on.query(object({ yes: boolean() }), SPREAD))[0]?.yes === true

/**
 * Lets other batches write meanwhile, unless credentials lie on other servers: two transactions that wait for each other's rows
 * there are seen by no server, and a row that the other has just committed fails this one.
 */
export const lockForWriting = async (transaction: Queryable): Promise<void> => {
  const shared = (await isSpread(transaction)) ? '' : '_shared'
  await transaction.execute(`SELECT pg_advisory_xact_lock${shared}($1)`, [ADVISORY_LOCKS.credentialWrites])
}
