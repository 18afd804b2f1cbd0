/**
 * The numbers of PostgreSQL's advisory locks. All processes on one database take them from this list, so that no two purposes share
 * a number. Locks whose key is a text (`hashtextextended`) are not in it. A number stays as it is for as long as an older version,
 * which takes the lock by it, may run beside this one. 4,711,002 was an older version's.
 */
export const ADVISORY_LOCKS = {
  /** Held alone by the process that migrates: the others that start meanwhile wait. */
  migration: 4_711_001,
  /** Shared by batches of imports that may run together, and held alone by what moves or removes credentials. */
  credentialWrites: 4_711_003,
  /** With the number of a source: held by each batch of it. */
  source: 4_711_004,
  /** With a number of the organisation: held by each transaction that counts addresses which it has added itself. */
  addressCount: 4_711_005,
  /** Held by the process that creates the table of rate limits: others that count for the first time wait. */
  rateLimitTable: 4_711_006,
  /** Shared by the processes that use the embedded server, on its database `postgres`: the last one ends it. */
  embeddedUse: 4_711_007,
} as const
