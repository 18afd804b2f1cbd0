import { monitoredEmailsSchema } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { array, boolean, int, object, optional, type infer as Infer } from 'zod/mini'
import { reachable, tenantParameters, type Tenant } from '../access/tenancy.ts'

export type NewMonitored = {
  readonly organisationId: string
  readonly address: string
  readonly at: Date
  /** Whether its numbers are told. Without it they wait for its domain's proof. Default: true. */
  readonly watched?: boolean
}

/** GET /emails. An address that waits for its owner's yes has the mark `aguarda`, and its numbers are 0. */
export const listedEmailsSchema = array(
  object({ ...monitoredEmailsSchema.def.element.shape, aguarda: optional(boolean()) }),
)
type ListedEmail = Infer<typeof listedEmailsSchema>[number]

/** The addresses that organisations monitor. Every call names the organisation: no row is reached without it. */
export type MonitoredRepository = {
  /** The addresses that a tenant reaches, with their numbers, the last added first. */
  list(tenant: Tenant): Promise<ListedEmail[]>
  /** The addresses that people of one organisation have added. */
  count(organisationId: string): Promise<number>
  has(organisationId: string, address: string): Promise<boolean>
  /** Whether the organisation has proved the domain of the address. */
  isProved(organisationId: string, address: string): Promise<boolean>
  /** `address` is trimmed and in lower case, and is not there yet. */
  insert(added: NewMonitored): Promise<void>
}

/** SQL: people see the address. One that came with a domain is seen as long as the domain is proved. */
export const SHOWN = '(watched OR NOT by_domain)'
const rowSchema = object({ ...monitoredEmailsSchema.def.element.shape, watched: boolean() })

export const createMonitoredRepository = (database: Queryable): MonitoredRepository => ({
  list: async (tenant) => {
    const rows = await database.query(
      rowSchema,
      `SELECT id::text, address AS email, leaks AS numero_vazamentos, passwords AS numero_senhas, watched
       FROM address_numbers JOIN (SELECT id, watched, by_domain FROM monitored_address WHERE organisation_id = $1) AS own
         USING (id)
       WHERE ${reachable()} AND ${SHOWN} ORDER BY added_at DESC, address`,
      tenantParameters(tenant),
    )
    return rows.map(({ watched, ...row }) => (watched ? row : { ...row, aguarda: true }))
  },
  count: async (organisationId) => {
    const [row] = await database.query(
      object({ total: int() }),
      'SELECT count(*)::int AS total FROM monitored_address WHERE organisation_id = $1 AND NOT by_domain',
      [organisationId],
    )
    return row?.total ?? 0
  },
  has: async (organisationId, address) => {
    const found = await database.query(
      object({}),
      `SELECT 1 FROM monitored_address WHERE organisation_id = $1 AND address = $2 AND ${SHOWN}`,
      [organisationId, address],
    )
    return found.length > 0
  },
  isProved: async (organisationId, address) => {
    const found = await database.query(
      object({}),
      `SELECT 1 FROM watched_domain
       WHERE organisation_id = $1 AND domain = domain_part($2) AND proved_at IS NOT NULL`,
      [organisationId, address],
    )
    return found.length > 0
  },
  insert: async ({ organisationId, address, at, watched = true }) => {
    await database.execute(
      // One that came with a domain whose proof was lost is there, and not shown.
      `INSERT INTO monitored_address (organisation_id, address, added_at, watched) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organisation_id, address) DO UPDATE SET added_at = $3, watched = $4, by_domain = false`,
      [organisationId, address, at.toISOString(), watched],
    )
  },
})
