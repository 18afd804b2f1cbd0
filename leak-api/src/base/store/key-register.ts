import { type Queryable, sql } from '@atalaia/database'
import { array, enum as oneOf, int, number, object, string, type infer as Infer } from 'zod/mini'
import { ROTATED_PURPOSES, type RotatedPurpose } from '../key-ring.ts'

/** A server counts as running this long after its last announcement. */
const SEEN_SECONDS = 35

const stateSchema = object({
  purpose: oneOf(ROTATED_PURPOSES),
  id: string(),
  state: oneOf(['current', 'former', 'retired']),
  since: string(),
  seconds: number(),
})
export type RegisteredKey = Infer<typeof stateSchema>

const holderSchema = object({ host: string(), pid: int(), held: array(string()), used: array(string()) })
/** A running server. `held`: ids of its keys; `used`: ids of signing keys. */
export type KeyHolder = Infer<typeof holderSchema>

/** Keys by id, and the servers with them. Times follow the database's clock. */
export const createKeyRegister = (on: Queryable) => ({
  list: (): Promise<RegisteredKey[]> =>
    on.query(
      stateSchema,
      sql`SELECT purpose, id, state, to_json(since) #>> '{}' AS since,
         extract(epoch FROM clock_timestamp() - since)::float8 AS seconds
       FROM installation_key ORDER BY purpose DESC, since DESC, id`,
    ),
  /** Registers the current key of a database without one. */
  begin: async (purpose: RotatedPurpose, id: string): Promise<void> => {
    // Without a target: two servers that start with different keys must not both have the current one.
    await on.execute(
      sql`INSERT INTO installation_key (purpose, id, state) VALUES (${purpose}, ${id}, 'current') ON CONFLICT DO NOTHING`,
    )
  },
  /** Makes a key current and its predecessor former. Retired keys stay retired. */
  activate: async (purpose: RotatedPurpose, id: string): Promise<void> => {
    await on.execute(
      sql`UPDATE installation_key SET state = 'former', since = now() WHERE purpose = ${purpose} AND state = 'current' AND id <> ${id}`,
    )
    await on.execute(
      sql`INSERT INTO installation_key AS known (purpose, id, state) VALUES (${purpose}, ${id}, 'current')
       ON CONFLICT (purpose, id) DO UPDATE SET state = 'current', since = now() WHERE known.state = 'former'`,
    )
  },
  retire: async (purpose: RotatedPurpose, id: string): Promise<void> => {
    await on.execute(
      sql`UPDATE installation_key SET state = 'retired', since = now() WHERE purpose = ${purpose} AND id = ${id}`,
    )
  },
  /** Blocks key changes by others until the transaction ends. */
  lock: (): Promise<void> => on.script('LOCK TABLE installation_key IN SHARE ROW EXCLUSIVE MODE'),
  /** Blocks server starts until the transaction ends. */
  lockHolders: (): Promise<void> => on.script('LOCK TABLE key_holder IN SHARE ROW EXCLUSIVE MODE'),
  announce: async (id: string, { host, pid, held, used }: KeyHolder): Promise<void> => {
    await on.execute(
      sql`INSERT INTO key_holder (id, host, pid, held, used, seen_at)
       VALUES (${id}::uuid, ${host}, ${pid}, ${held}::text[], ${used}::text[], clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET held = excluded.held, used = excluded.used, seen_at = excluded.seen_at`,
    )
    await on.execute(sql`DELETE FROM key_holder WHERE seen_at < clock_timestamp() - interval '1 hour'`)
  },
  leave: async (id: string): Promise<void> => {
    await on.execute(sql`DELETE FROM key_holder WHERE id = ${id}::uuid`)
  },
  holders: (): Promise<KeyHolder[]> =>
    on.query(
      holderSchema,
      sql`SELECT host, pid, held, used FROM key_holder
       WHERE seen_at > clock_timestamp() - ${SEEN_SECONDS} * interval '1 second' ORDER BY host, pid, id`,
    ),
})
