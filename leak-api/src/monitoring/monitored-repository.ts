import { monitoredEmailsSchema, type MonitoredEmail } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { int, object } from 'zod/mini'
import { reachable, tenantParameters, type Tenant } from '../access/tenancy.ts'

export type NewMonitored = { readonly organisationId: string; readonly address: string; readonly at: Date }

/** The addresses that organisations monitor. Every call names the organisation: no row is reached without it. */
export type MonitoredRepository = {
  /** The addresses that a tenant reaches, with their numbers, the last added first. */
  list(tenant: Tenant): Promise<MonitoredEmail[]>
  /** All addresses of one organisation. */
  count(organisationId: string): Promise<number>
  has(organisationId: string, address: string): Promise<boolean>
  /** `address` is trimmed and in lower case, and is not there yet. */
  insert(added: NewMonitored): Promise<void>
}

export const createMonitoredRepository = (database: Queryable): MonitoredRepository => ({
  list: (tenant) =>
    database.query(
      monitoredEmailsSchema.def.element,
      `SELECT id::text, address AS email, leaks AS numero_vazamentos, passwords AS numero_senhas
       FROM address_numbers WHERE ${reachable()} ORDER BY added_at DESC, address`,
      tenantParameters(tenant),
    ),
  count: async (organisationId) => {
    const [row] = await database.query(
      object({ total: int() }),
      'SELECT count(*)::int AS total FROM monitored_address WHERE organisation_id = $1',
      [organisationId],
    )
    return row?.total ?? 0
  },
  has: async (organisationId, address) => {
    const found = await database.query(
      object({}),
      'SELECT 1 FROM monitored_address WHERE organisation_id = $1 AND address = $2',
      [organisationId, address],
    )
    return found.length > 0
  },
  insert: async ({ organisationId, address, at }) => {
    await database.execute('INSERT INTO monitored_address (organisation_id, address, added_at) VALUES ($1, $2, $3)', [
      organisationId,
      address,
      at.toISOString(),
    ])
  },
})
