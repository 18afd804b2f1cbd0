import type { Database } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { registeredDomain } from './registered-domain.ts'

/** Hosts of one transaction: the embedded database does nothing else meanwhile. */
const HOSTS_AT_ONCE = 2000

const TAKE_HOSTS = `SELECT id::text AS id, name FROM host WHERE registered IS NULL ORDER BY id LIMIT ${HOSTS_AT_ONCE}
  FOR UPDATE SKIP LOCKED`
const FILL_DOMAINS = `UPDATE host SET registered = told.registered
  FROM unnest($1::bigint[], $2::text[]) AS told (id, registered) WHERE host.id = told.id`
const hostSchema = object({ id: string(), name: string() })

/** Looks up the registered domains of hosts that a migration has named: the database has no Public Suffix List. */
export const fillRegisteredDomains = async (database: Database): Promise<void> => {
  for (;;) {
    const filled = await database.transaction(async (transaction) => {
      const hosts = await transaction.query(hostSchema, TAKE_HOSTS)
      if (hosts.length > 0)
        await transaction.execute(FILL_DOMAINS, [
          hosts.map(({ id }) => id),
          hosts.map(({ name }) => registeredDomain(name)),
        ])
      return hosts.length
    })
    if (filled === 0) return
  }
}
