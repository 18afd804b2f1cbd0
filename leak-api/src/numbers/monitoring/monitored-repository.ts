import { monitoredEmailsSchema, type MonitoredEmail } from '@atalaia/contracts'
import type { EmailOrder, MonitoredPage } from '@atalaia/contracts/monitored-page'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { boolean, int, nullable, object, type infer as Infer } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { SHOWN } from '../shown-addresses.ts'

export type NewMonitored = {
  readonly organisationId: string
  readonly address: string
  readonly at: Date
  /** False: waits for the domain's proof. Default: true. */
  readonly watched?: boolean
}

export type EmailsQuery = {
  /** Findings after it are new. */
  readonly since: string | null
  /** Lower case; '' for all. */
  readonly search: string
  readonly order: EmailOrder
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
  readonly size: number
}

/** An address has findings after the instant `parameter` (P-NEW-2). */
export const newSince = (parameter: Sql) =>
  sql`(leaks > 0 AND greatest(found_at, told_since) > ${parameter}::timestamptz)`
/** By an index (P-NEW-3). People see every address with leaks. */
const newCount = (organisationId: string, since: string) =>
  sql`SELECT count(*)::int AS total FROM monitored_address WHERE organisation_id = ${organisationId} AND ${newSince(sql`${since}`)}`
const rowSchema = object({ ...monitoredEmailsSchema.def.element.shape, watched: boolean(), isNew: nullable(boolean()) })
const totalSchema = object({ total: int() })
const countsSchema = object({ found: int(), all: int(), waiting: int() })

/** Equal numbers are ordered by address, in both directions. */
const ORDERS: Readonly<Record<EmailOrder, readonly [usual: Sql, reversed: Sql]>> = {
  vazamentos: [sql`leaks DESC, address`, sql`leaks, address`],
  senhas: [sql`passwords DESC, address`, sql`passwords, address`],
  email: [sql`address`, sql`address DESC`],
}
const own = (tenant: Tenant) => sql`monitored_address WHERE ${reachable(tenant)} AND ${SHOWN}`
const foundBy = (search: string) => sql`(${search} = '' OR strpos(address, ${search}) > 0)`
const counted = (tenant: Tenant, search: string) => sql`SELECT count(*) FILTER (WHERE ${foundBy(search)})::int AS found,
  count(*)::int AS all, count(*) FILTER (WHERE NOT watched)::int AS waiting FROM ${own(tenant)}`
const listed = (since: string | null) => sql`SELECT id::text, address AS email, leaks AS numero_vazamentos,
  passwords AS numero_senhas, watched, ${newSince(sql`${since}`)} AS "isNew"`
const allCounts = (organisationId: string) =>
  sql`SELECT shown AS found, shown AS all, waiting FROM organisation_total WHERE organisation_id = ${organisationId}`
const inForm = ({ watched, isNew, ...row }: Infer<typeof rowSchema>): MonitoredEmail => ({
  ...row,
  ...(isNew === true && { novo: true }),
  ...(!watched && { aguarda: true }),
})

export const createMonitoredRepository = (database: Queryable) => ({
  /** Last added first. Findings after `since` are new. */
  list: async (tenant: Tenant, since: string | null): Promise<MonitoredEmail[]> => {
    const rows = await database.query(
      rowSchema,
      sql`${listed(since)} FROM ${own(tenant)} ORDER BY added_at DESC, address`,
    )
    return rows.map(inForm)
  },
  page: async (tenant: Tenant, { since, search, order, reversed, page, size }: EmailsQuery): Promise<MonitoredPage> => {
    const [counts] =
      tenant.rows === 'all' && search === ''
        ? await database.query(countsSchema, allCounts(tenant.organisationId))
        : await database.query(countsSchema, counted(tenant, search))
    const [fresh] =
      since === null || search !== '' || page > 1
        ? []
        : await database.query(totalSchema, newCount(tenant.organisationId, since))
    const rows = await database.query(
      rowSchema,
      sql`${listed(since)} FROM ${own(tenant)} AND ${foundBy(search)}
       ORDER BY ${ORDERS[order][reversed ? 1 : 0]} LIMIT ${size} OFFSET ${(page - 1) * size}`,
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
  /** Counts only addresses that people added. */
  count: async (organisationId: string): Promise<number> => {
    const [row] = await database.query(
      totalSchema,
      sql`SELECT count(*)::int AS total FROM monitored_address WHERE organisation_id = ${organisationId} AND NOT by_domain`,
    )
    return row?.total ?? 0
  },
  has: async (organisationId: string, address: string): Promise<boolean> => {
    const found = await database.query(
      object({}),
      sql`SELECT 1 FROM monitored_address WHERE organisation_id = ${organisationId} AND address = ${address} AND ${SHOWN}`,
    )
    return found.length > 0
  },
  isProved: async (organisationId: string, address: string): Promise<boolean> => {
    const found = await database.query(
      object({}),
      sql`SELECT 1 FROM watched_domain
       WHERE organisation_id = ${organisationId} AND domain = domain_part(${address}) AND proved_at IS NOT NULL`,
    )
    return found.length > 0
  },
  /** `address`: trimmed, in lower case, and new. */
  insert: async ({ organisationId, address, at, watched = true }: NewMonitored): Promise<void> => {
    await database.execute(
      // One that came with a domain whose proof was lost is there, and not shown.
      sql`INSERT INTO monitored_address (organisation_id, address, added_at, watched) VALUES (${organisationId}, ${address}, ${at.toISOString()}, ${watched})
       ON CONFLICT (organisation_id, address) DO UPDATE SET added_at = ${at.toISOString()}, watched = ${watched}, by_domain = false`,
    )
  },
})
