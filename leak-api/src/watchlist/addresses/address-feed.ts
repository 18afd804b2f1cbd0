import type { AddressLevel } from '@atalaia/contracts'
import { sql, type Queryable } from '@atalaia/database'
import { array, boolean, int, nullable, object, string } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { normalAddress } from '../../base/address.ts'
import { defineList } from '../../base/list.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { ofDomain, SHOWN } from '../../numbers/shown-addresses.ts'
import { ADDED_AT, IN_WORK, LABELS, ofLevel } from './address-list.ts'

type FeedQuery = {
  readonly tenant: Tenant
  /** The id behind which a page begins. */
  readonly after?: string
  readonly level?: AddressLevel | undefined
  /** In its one spelling, without subdomains. */
  readonly domain?: string | undefined
  readonly id?: string
  readonly address?: string
}
const addresses = defineList({
  as: 'monitored_address',
  from: sql`monitored_address`,
  of: ({ tenant }: FeedQuery) => sql`${reachable(tenant)} AND ${SHOWN}`,
  row: object({
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
  }),
  columns: {
    id: sql`id::text`,
    address: sql`address`,
    watched: sql`watched`,
    leaks: sql`leaks`,
    passwords: sql`passwords`,
    openPasswords: sql`passwords - closed_passwords`,
    closed: sql`closed_leaks`,
    inWork: IN_WORK,
    points: sql`severity::int`,
    lastSeen: sql`last_seen::text`,
    labels: LABELS,
    addedAt: ADDED_AT,
  },
  filters: {
    after: (id) => sql`id > ${id}::uuid`,
    level: ofLevel,
    domain: (domain) => ofDomain(sql`${domain}::text`),
    id: (id) => sql`id = ${id}::uuid`,
    address: (address) => sql`address = ${address}`,
  },
  // Under the name of the table: `id` is a column of the answer, a text.
  order: sql`monitored_address.id`,
})
export type FeedAddress = Awaited<ReturnType<typeof addresses.rows>>[number]

export const createAddressFeed = (database: Queryable) => ({
  /** The addresses that a tenant reaches, in the order of their ids, which never change. */
  page: (tenant: Tenant, query: Omit<FeedQuery, 'tenant'>, limit: number) =>
    addresses.feed(database, { ...query, tenant }, limit),
  /** By id or address. `undefined` for addresses outside the tenant. */
  find: async (tenant: Tenant, id: string): Promise<FeedAddress | undefined> => {
    if (id.includes('@')) return addresses.find(database, { tenant, address: normalAddress(id) })
    return isUuid(id) ? addresses.find(database, { tenant, id }) : undefined
  },
})
