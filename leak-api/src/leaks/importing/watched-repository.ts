import type { Queryable } from '@atalaia/database'
import { INT64_ROW_BYTES } from './copy-rows.ts'

/** Beyond, an import looks up all addresses in the database. */
const MAX_KEYS = 4_000_000

const KEYS = `SELECT address_key FROM monitored_address
  UNION ALL SELECT host_id FROM watched_domain WHERE proved_at IS NOT NULL LIMIT ${MAX_KEYS + 1}`

/** `undefined`: too many keys. */
export const readWatchedKeys = async (database: Queryable): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const keys = await database.copyOut(KEYS)
  return keys.length > MAX_KEYS * INT64_ROW_BYTES ? undefined : keys
}
