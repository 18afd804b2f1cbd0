import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { getDomain } from 'tldts'

/** Hosts of one transaction: the embedded database does nothing else meanwhile. */
const HOSTS_AT_ONCE = 2000

const hostSchema = object({ id: string(), name: string() })

/** Looks up the registered domains of hosts that a migration has named: the database has no Public Suffix List. */
export const fillRegisteredDomains = async (database: Database): Promise<void> => {
  for (;;) {
    const filled = await database.transaction(async (transaction) => {
      const hosts = await transaction.query(
        hostSchema,
        sql`SELECT id::text AS id, name FROM host WHERE registered IS NULL ORDER BY id LIMIT ${sql.lit(HOSTS_AT_ONCE)}
  FOR UPDATE SKIP LOCKED`,
      )
      if (hosts.length > 0)
        await transaction.execute(sql`UPDATE host SET registered = told.registered
  FROM unnest(${hosts.map(({ id }) => id)}::bigint[], ${hosts.map(({ name }) => registeredDomain(name))}::text[]) AS told (id, registered) WHERE host.id = told.id`)
      return hosts.length
    })
    if (filled === 0) return
  }
}

/**
 * Public Suffix List (ICANN section): `acme.com.br` for `mail.acme.com.br`; '' for an IP address or
 * public suffix.
 */
export const registeredDomain = (host: string): string => getDomain(host) ?? ''
