/**
 * Numbers of PostgreSQL's advisory locks, each for one purpose. Keys by text (`hashtextextended`)
 * are not listed. A number never changes while older versions may run. 4,711,002 belongs to an
 * older version.
 */
export const ADVISORY_LOCKS = {
  /** Exclusive: one process migrates, others wait. */
  migration: 4_711_001,
  /** Shared by import batches; exclusive for moves and removals of credentials. */
  credentialWrites: 4_711_003,
  /** With a source's number: held by each of its batches. */
  source: 4_711_004,
  /** With an organisation's number: held while a transaction counts its new addresses. */
  addressCount: 4_711_005,
  rateLimitTable: 4_711_006,
  /** Shared by users of the embedded server, on database `postgres`. The last user stops it. */
  embeddedUse: 4_711_007,
  /** Exclusive: imports and undos. */
  imports: 4_711_008,
} as const
