import type { AddressLevel } from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { normalAddress } from '../../base/address.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { ofDomain, SHOWN } from '../../numbers/shown-addresses.ts'
import { IN_WORK, LABELS, ofLevel } from './list-repository.ts'

const rowSchema = object({
  id: string(),
  address: string(),
  watched: boolean(),
  leaks: int(),
  passwords: int(),
  openPasswords: int(),
  /** Of its cases. */
  closed: int(),
  inWork: int(),
  /** The points of its severity; `null`: it is in no source, or waits. */
  points: nullable(int()),
  lastSeen: nullable(string()),
  labels: array(string()),
  addedAt: string(),
})
/** An address of an organisation with its numbers, and nothing of people. */
export type FeedAddress = Infer<typeof rowSchema>

export type AddressFeedQuery = {
  /** The id behind which the page begins. */
  readonly after: string
  readonly limit: number
  readonly level: AddressLevel | undefined
  /** In its one spelling, without subdomains. */
  readonly domain: string | undefined
}

/** The addresses of an organisation, in the order of their ids, which never change. */
export type AddressFeed = {
  page(tenant: Tenant, query: AddressFeedQuery): Promise<FeedAddress[]>
  /** By its id or by the address itself. `undefined` for what the tenant does not reach, too. */
  find(tenant: Tenant, id: string): Promise<FeedAddress | undefined>
}

/** SQL of some addresses with what is looked up for each of them alone. */
const told = (tenant: Tenant, which: Sql) => sql`SELECT id::text, address, watched, leaks, passwords,
    passwords - closed_passwords AS "openPasswords", closed_leaks AS closed, ${IN_WORK} AS "inWork", severity::int AS points,
    last_seen::text AS "lastSeen", ${LABELS} AS labels,
    to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "addedAt"
  FROM (SELECT * FROM monitored_address WHERE ${reachable(tenant)} AND ${SHOWN} AND ${which}) AS monitored_address ORDER BY id`

export const createAddressFeed = (database: Queryable): AddressFeed => ({
  page: (tenant, { after, limit, level, domain }) => {
    const ofThatLevel = level === undefined ? sql`true` : ofLevel(level)
    const inDomain = domain === undefined ? sql`true` : ofDomain(sql`${domain}::text`)
    const which = sql`id > ${after}::uuid AND ${inDomain} AND ${ofThatLevel} ORDER BY monitored_address.id LIMIT ${limit}`
    return database.query(rowSchema, told(tenant, which))
  },
  find: async (tenant, id) => {
    const isAddress = id.includes('@')
    if (!isAddress && !isUuid(id)) return undefined
    const which = isAddress ? sql`address = ${normalAddress(id)}` : sql`id = ${id}::uuid`
    const [found] = await database.query(rowSchema, told(tenant, which))
    return found
  },
})
