import type { Queryable } from '@atalaia/database'
import { INT64_ROW_BYTES } from './copy-rows.ts'

/** Keys beyond which an import looks for all of its addresses in the database: 56 MB. */
const MAX_KEYS = 4_000_000

/** The keys of all monitored addresses, and of the domains that organisations have proved. */
const KEYS = `SELECT address_key FROM monitored_address
  UNION ALL SELECT host_id FROM watched_domain WHERE proved_at IS NOT NULL LIMIT ${MAX_KEYS + 1}`

/** The keys that somebody watches now, for `createWatchList`; `undefined` when they are too many. */
export const readWatchedKeys = async (database: Queryable): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const keys = await database.copyOut(KEYS)
  return keys.length > MAX_KEYS * INT64_ROW_BYTES ? undefined : keys
}
