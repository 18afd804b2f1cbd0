import { randomBytes } from 'node:crypto'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { limitOf } from '../../base/limits/limits-repository.ts'
import { ofDomain, SHOWN } from '../shown-addresses.ts'
import type { DomainState } from './domain-state.ts'

/** The operator may set another limit. */
export const MAX_DOMAINS = 100
const TOKEN_BYTES = 16

const rowSchema = object({
  id: string(),
  organisationId: string(),
  domain: string(),
  token: string(),
  addedAt: string(),
  provedAt: nullable(string()),
  provedBy: nullable(oneOf(['dns', 'file', 'mail'])),
  lostAt: nullable(string()),
  checkedAt: nullable(string()),
  fault: nullable(oneOf(['absent', 'different', 'unreachable'])),
  failingSince: nullable(string()),
  nextCheckAt: nullable(string()),
  told: nullable(oneOf(['missing', 'lost'])),
})
type Row = Infer<typeof rowSchema>

/** `token` is published, and reveals nothing (M-DOMAIN-6). */
export type WatchedDomain = DomainState & {
  readonly id: string
  readonly organisationId: string
  readonly domain: string
  readonly token: string
  readonly checkedAt: Date | null
}

export type DomainsRepository = {
  /** By name. */
  list(organisationId: string): Promise<WatchedDomain[]>
  find(organisationId: string, domain: string): Promise<WatchedDomain | undefined>
  /** Returns an existing domain unchanged. The caller holds the organisation's lock. */
  add(wanted: {
    readonly organisationId: string
    readonly domain: string
    readonly at: Date
  }): Promise<WatchedDomain | 'limit-reached'>
  /** Counts as in the list narrowed to the domain (P-LIST-15). */
  countAddresses(organisationId: string, domain?: string): Promise<ReadonlyMap<string, number>>
  /** `false`: no such domain. */
  remove(organisationId: string, domain: string): Promise<boolean>
  write(id: string, state: DomainState, at: Date): Promise<void>
  /** Organisations take turns. Others cannot take them before `again`. */
  takeDue(at: Date, again: Date, atMost: number): Promise<WatchedDomain[]>
}

const instant = (column: string) => sql`to_json(${sql.raw(column)}) #>> '{}'`
const columns = sql`id::text, organisation_id::text AS "organisationId", domain, token, proved_by AS "provedBy", fault, told,
  ${instant('added_at')} AS "addedAt", ${instant('proved_at')} AS "provedAt", ${instant('lost_at')} AS "lostAt",
  ${instant('checked_at')} AS "checkedAt", ${instant('failing_since')} AS "failingSince",
  ${instant('next_check_at')} AS "nextCheckAt"`

const textOf = (date: Date | null): string | null => date?.toISOString() ?? null
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
const domainOf = ({ addedAt, provedAt, lostAt, checkedAt, failingSince, nextCheckAt, ...row }: Row): WatchedDomain => ({
  ...row,
  addedAt: new Date(addedAt),
  provedAt: dateOf(provedAt),
  lostAt: dateOf(lostAt),
  checkedAt: dateOf(checkedAt),
  failingSince: dateOf(failingSince),
  nextCheckAt: dateOf(nextCheckAt),
})

export const createDomainsRepository = (database: Queryable): DomainsRepository => {
  const read = async (which: Sql) =>
    (await database.query(rowSchema, sql`SELECT ${columns} FROM watched_domain WHERE ${which}`)).map(domainOf)
  const find = async (organisationId: string, domain: string) => {
    const [found] = await read(sql`organisation_id = ${organisationId} AND domain = ${domain}`)
    return found
  }
  return {
    list: (organisationId) => read(sql`organisation_id = ${organisationId} ORDER BY domain`),
    find,
    add: async ({ organisationId, domain, at }) => {
      const known = await find(organisationId, domain)
      if (known !== undefined) return known
      const [{ total } = { total: 0 }] = await database.query(
        object({ total: int() }),
        sql`SELECT count(*)::int AS total FROM watched_domain WHERE organisation_id = ${organisationId}`,
      )
      if (total >= (await limitOf(database, organisationId, 'dominios', MAX_DOMAINS))) return 'limit-reached'
      const token = randomBytes(TOKEN_BYTES).toString('hex')
      const [made] = await database.query(
        rowSchema,
        sql`INSERT INTO watched_domain (organisation_id, domain, token, added_at, next_check_at)
         VALUES (${organisationId}, ${domain}, ${token}, ${at.toISOString()}, ${at.toISOString()}) RETURNING ${columns}`,
      )
      if (made === undefined) throw new Error('domains: the database gave no row back')
      return domainOf(made)
    },
    countAddresses: async (organisationId, domain) => {
      const rows = await database.query(
        object({ domain: string(), total: int() }),
        sql`SELECT domain, (SELECT count(*) FROM monitored_address
           WHERE organisation_id = ${organisationId} AND ${SHOWN} AND ${ofDomain(sql`domain`)})::int AS total
         FROM watched_domain WHERE organisation_id = ${organisationId} AND (${domain ?? null}::text IS NULL OR domain = ${domain ?? null})`,
      )
      return new Map(rows.map((row) => [row.domain, row.total]))
    },
    remove: async (organisationId, domain) =>
      (await database.execute(
        sql`DELETE FROM watched_domain WHERE organisation_id = ${organisationId} AND domain = ${domain}`,
      )) === 1,
    write: async (id, { provedAt, provedBy, lostAt, fault, failingSince, nextCheckAt, told }, at) => {
      await database.execute(
        sql`UPDATE watched_domain SET checked_at = ${textOf(at)}, proved_at = ${textOf(provedAt)}, proved_by = ${provedBy}, lost_at = ${textOf(lostAt)}, fault = ${fault},
           failing_since = ${textOf(failingSince)}, next_check_at = ${textOf(nextCheckAt)}, told = ${told} WHERE id = ${id}::uuid`,
      )
    },
    takeDue: async (at, again, atMost) =>
      (
        await database.query(
          rowSchema,
          // SKIP LOCKED: two processes that look at the same moment get different domains. MATERIALIZED: a plan that ran the list
          // once for each row would find others each time, because those that it has locked are skipped, and take more than `atMost`.
          sql`WITH taken AS MATERIALIZED (
             SELECT id FROM watched_domain JOIN (
               SELECT id AS due, row_number() OVER (PARTITION BY organisation_id ORDER BY next_check_at) AS turn
               FROM watched_domain WHERE next_check_at <= ${at.toISOString()}
             ) AS listed ON due = id
             WHERE next_check_at <= ${at.toISOString()} ORDER BY turn, next_check_at LIMIT ${atMost} FOR UPDATE OF watched_domain SKIP LOCKED
           )
           UPDATE watched_domain SET next_check_at = ${again.toISOString()} WHERE id IN (SELECT id FROM taken) RETURNING ${columns}`,
        )
      ).map(domainOf),
  }
}
