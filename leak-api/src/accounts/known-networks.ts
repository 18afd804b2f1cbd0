import { createHmac, type KeyObject } from 'node:crypto'
import { type Queryable, sql } from '@atalaia/database'
import { object } from 'zod/mini'
import { DAY_MS } from '../base/clock.ts'
import type { KeyRing } from '../base/key-ring.ts'

/** Networks of one account; the network used longest ago goes first. */
const MAX_NETWORKS = 20
/** A network counts as known for these days (P-API-18). */
const KEPT_DAYS = 90
const BYTES = 16

export type KnownNetworks = {
  /** Takes the same time without such an account. */
  has(email: string, network: string, now: Date): Promise<boolean>
  add(accountId: string, network: string, now: Date): Promise<void>
}

const oldestOf = (now: Date) => new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()

const stored = (secret: KeyObject, network: string) =>
  createHmac('sha256', secret).update(`known network ${network}`).digest().subarray(0, BYTES)

/** `ring` signs tokens, and hides the stored networks. */
export const createKnownNetworks = (database: Queryable, ring: KeyRing): KnownNetworks => ({
  has: async (email, network, now) => {
    const found = await database.query(
      object({}),
      sql`SELECT 1 FROM account JOIN known_network ON account_id = account.id
         WHERE email = ${email} AND encode(network, 'hex') = ANY(${ring.all.map(({ secret }) => stored(secret, network).toString('hex'))}::text[]) AND last_login >= ${oldestOf(now)}`,
    )
    return found.length > 0
  },
  add: async (accountId, network, now) => {
    await database.execute(
      sql`INSERT INTO known_network (account_id, network, last_login) VALUES (${accountId}, ${stored(ring.current.secret, network)}, ${now.toISOString()})
         ON CONFLICT (account_id, network) DO UPDATE SET last_login = EXCLUDED.last_login`,
    )
    await database.execute(
      sql`DELETE FROM known_network WHERE account_id = ${accountId} AND (last_login < ${oldestOf(now)} OR network NOT IN (
           SELECT network FROM known_network WHERE account_id = ${accountId} ORDER BY last_login DESC, network LIMIT ${MAX_NETWORKS}))`,
    )
  },
})
