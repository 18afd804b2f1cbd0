import { monitoredEmailsSchema, type MonitoredEmail } from '@atalaia/contracts'
import type { EmailOrder, MonitoredPage } from '@atalaia/contracts/monitored-page'
import type { Queryable } from '@atalaia/database'
import { boolean, int, nullable, object, type infer as Infer } from 'zod/mini'
import { reachable, tenantParameters, type Tenant } from '../../base/access/tenancy.ts'
import { SHOWN } from '../shown-addresses.ts'

export type NewMonitored = {
  readonly organisationId: string
  readonly address: string
  readonly at: Date
  /** True where its numbers are told. Without it they wait for its domain's proof. Default: true. */
  readonly watched?: boolean
}

export type EmailsQuery = {
  /** The instant after which findings are new. */
  readonly since: string | null
  /** A part of the address, in lower case; '' for all. */
  readonly search: string
  readonly order: EmailOrder
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
  readonly size: number
}

/** The addresses that organisations monitor. Every call names the organisation: no row is reached without it. */
export type MonitoredRepository = {
  /** The addresses that a tenant reaches, with their numbers, the last added first. What was found after `since` is new. */
  list(tenant: Tenant, since: string | null): Promise<MonitoredEmail[]>
  /** A page of the addresses that a tenant reaches, with the number of all that it has. */
  page(tenant: Tenant, query: EmailsQuery): Promise<MonitoredPage>
  /** The addresses that people of one organisation have added. */
  count(organisationId: string): Promise<number>
  has(organisationId: string, address: string): Promise<boolean>
  /** True where the organisation has proved the domain of the address. */
  isProved(organisationId: string, address: string): Promise<boolean>
  /** `address` is trimmed and in lower case, and is not there yet. */
  insert(added: NewMonitored): Promise<void>
}

/** SQL: something of an address was found after an instant, `parameter` (P-NEW-2). */
export const newSince = (parameter: string) =>
  `(leaks > 0 AND greatest(found_at, told_since) > ${parameter}::timestamptz)`
/** Of a whole organisation, found by an index (P-NEW-3). What has leaks is seen by people. */
const NEW_COUNT = `SELECT count(*)::int AS total FROM monitored_address WHERE organisation_id = $1 AND ${newSince('$2')}`
const rowSchema = object({ ...monitoredEmailsSchema.def.element.shape, watched: boolean(), isNew: nullable(boolean()) })
const totalSchema = object({ total: int() })
const countsSchema = object({ found: int(), all: int(), waiting: int() })

/** Rows with equal numbers stand by address, upwards and downwards. */
const ORDERS: Readonly<Record<EmailOrder, readonly [usual: string, reversed: string]>> = {
  vazamentos: ['leaks DESC, address', 'leaks, address'],
  senhas: ['passwords DESC, address', 'passwords, address'],
  email: ['address', 'address DESC'],
}
const OWN = `monitored_address WHERE ${reachable()} AND ${SHOWN}`
const FOUND = `($4 = '' OR strpos(address, $4) > 0)`
const COUNTS = `SELECT count(*) FILTER (WHERE ${FOUND})::int AS found, count(*)::int AS all,
  count(*) FILTER (WHERE NOT watched)::int AS waiting FROM ${OWN}`
/** The counts of a whole organisation, whose sums are kept. */
const ALL_COUNTS = `SELECT shown AS found, shown AS all, waiting FROM organisation_total WHERE organisation_id = $1`
const inForm = ({ watched, isNew, ...row }: Infer<typeof rowSchema>): MonitoredEmail => ({
  ...row,
  ...(isNew === true && { novo: true }),
  ...(!watched && { aguarda: true }),
})

export const createMonitoredRepository = (database: Queryable): MonitoredRepository => ({
  list: async (tenant, since) => {
    const rows = await database.query(
      rowSchema,
      `SELECT id::text, address AS email, leaks AS numero_vazamentos, passwords AS numero_senhas, watched,
         ${newSince('$4')} AS "isNew"
       FROM ${OWN} ORDER BY added_at DESC, address`,
      [...tenantParameters(tenant), since],
    )
    return rows.map(inForm)
  },
  page: async (tenant, { since, search, order, reversed, page, size }) => {
    const own = [...tenantParameters(tenant), search]
    const [counts] =
      tenant.rows === 'all' && search === ''
        ? await database.query(countsSchema, ALL_COUNTS, [tenant.organisationId])
        : await database.query(countsSchema, COUNTS, own)
    const [fresh] =
      since === null || search !== '' || page > 1
        ? []
        : await database.query(totalSchema, NEW_COUNT, [tenant.organisationId, since])
    const rows = await database.query(
      rowSchema,
      `SELECT id::text, address AS email, leaks AS numero_vazamentos, passwords AS numero_senhas, watched,
         ${newSince('$7')} AS "isNew"
       FROM ${OWN} AND ${FOUND} ORDER BY ${ORDERS[order][reversed ? 1 : 0]} LIMIT $5 OFFSET $6`,
      [...own, size, (page - 1) * size, since],
    )
    const { found, all, waiting } = counts ?? { found: 0, all: 0, waiting: 0 }
    return {
      encontrados: found,
      todos: all,
      aguardam: waiting,
      ...(fresh && { novos: fresh.total }),
      linhas: rows.map(inForm),
    }
  },
  count: async (organisationId) => {
    const [row] = await database.query(
      totalSchema,
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
