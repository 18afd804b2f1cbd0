import { randomBytes } from 'node:crypto'
import type { Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { limitOf } from '../../base/limits/limits-repository.ts'
import { ofDomain, SHOWN } from '../shown-addresses.ts'
import type { DomainState } from './domain-state.ts'

/** Domains of one organisation, unless the operator has set another number. */
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

/** A domain of an organisation. `token` is what it publishes, and says nothing to anybody else (M-DOMAIN-6). */
export type WatchedDomain = DomainState & {
  readonly id: string
  readonly organisationId: string
  readonly domain: string
  readonly token: string
  readonly checkedAt: Date | null
}

/** The domains that organisations have named. A call that a person makes names the organisation. */
export type DomainsRepository = {
  /** By name. */
  list(organisationId: string): Promise<WatchedDomain[]>
  find(organisationId: string, domain: string): Promise<WatchedDomain | undefined>
  /** The domain with a token of its own; of one that is there already, as it is. Called with the organisation locked. */
  add(wanted: {
    readonly organisationId: string
    readonly domain: string
    readonly at: Date
  }): Promise<WatchedDomain | 'limit-reached'>
  /** The addresses of the organisation's domains, or of one of them, that the list shows when it is narrowed to it (P-LIST-15). */
  countAddresses(organisationId: string, domain?: string): Promise<ReadonlyMap<string, number>>
  /** `false` when there is none. */
  remove(organisationId: string, domain: string): Promise<boolean>
  /** Writes the state after a check. */
  write(id: string, state: DomainState, at: Date): Promise<void>
  /** Domains that are due for a check, of each organisation one before its next; no others get them before `again`. */
  takeDue(at: Date, again: Date, atMost: number): Promise<WatchedDomain[]>
}

const instant = (column: string) => `to_json(${column}) #>> '{}'`
const columns = `id::text, organisation_id::text AS "organisationId", domain, token, proved_by AS "provedBy", fault, told,
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
  const read = async (which: string, parameters: readonly unknown[]) =>
    (await database.query(rowSchema, `SELECT ${columns} FROM watched_domain WHERE ${which}`, parameters)).map(domainOf)
  const find = async (organisationId: string, domain: string) => {
    const [found] = await read('organisation_id = $1 AND domain = $2', [organisationId, domain])
    return found
  }
  return {
    list: (organisationId) => read('organisation_id = $1 ORDER BY domain', [organisationId]),
    find,
    add: async ({ organisationId, domain, at }) => {
      const known = await find(organisationId, domain)
      if (known !== undefined) return known
      const [{ total } = { total: 0 }] = await database.query(
        object({ total: int() }),
        'SELECT count(*)::int AS total FROM watched_domain WHERE organisation_id = $1',
        [organisationId],
      )
      if (total >= (await limitOf(database, organisationId, 'dominios', MAX_DOMAINS))) return 'limit-reached'
      const token = randomBytes(TOKEN_BYTES).toString('hex')
      const [made] = await database.query(
        rowSchema,
        `INSERT INTO watched_domain (organisation_id, domain, token, added_at, next_check_at)
         VALUES ($1, $2, $3, $4, $4) RETURNING ${columns}`,
        [organisationId, domain, token, at.toISOString()],
      )
      if (made === undefined) throw new Error('domains: the database gave no row back')
      return domainOf(made)
    },
    countAddresses: async (organisationId, domain) => {
      const rows = await database.query(
        object({ domain: string(), total: int() }),
        `SELECT domain, (SELECT count(*) FROM monitored_address
           WHERE organisation_id = $1 AND ${SHOWN} AND ${ofDomain('domain')})::int AS total
         FROM watched_domain WHERE organisation_id = $1 AND ($2::text IS NULL OR domain = $2)`,
        [organisationId, domain ?? null],
      )
      return new Map(rows.map((row) => [row.domain, row.total]))
    },
    remove: async (organisationId, domain) =>
      (await database.execute('DELETE FROM watched_domain WHERE organisation_id = $1 AND domain = $2', [
        organisationId,
        domain,
      ])) === 1,
    write: async (id, { provedAt, provedBy, lostAt, fault, failingSince, nextCheckAt, told }, at) => {
      await database.execute(
        `UPDATE watched_domain SET checked_at = $2, proved_at = $3, proved_by = $4, lost_at = $5, fault = $6,
           failing_since = $7, next_check_at = $8, told = $9 WHERE id = $1::uuid`,
        [
          id,
          textOf(at),
          textOf(provedAt),
          provedBy,
          textOf(lostAt),
          fault,
          textOf(failingSince),
          textOf(nextCheckAt),
          told,
        ],
      )
    },
    takeDue: async (at, again, atMost) =>
      (
        await database.query(
          rowSchema,
          // SKIP LOCKED: two processes that look at the same moment get different domains. MATERIALIZED: a plan that ran the list
          // once for each row would find others each time, because those that it has locked are skipped, and take more than $3.
          `WITH taken AS MATERIALIZED (
             SELECT id FROM watched_domain JOIN (
               SELECT id AS due, row_number() OVER (PARTITION BY organisation_id ORDER BY next_check_at) AS turn
               FROM watched_domain WHERE next_check_at <= $1
             ) AS listed ON due = id
             WHERE next_check_at <= $1 ORDER BY turn, next_check_at LIMIT $3 FOR UPDATE OF watched_domain SKIP LOCKED
           )
           UPDATE watched_domain SET next_check_at = $2 WHERE id IN (SELECT id FROM taken) RETURNING ${columns}`,
          [at.toISOString(), again.toISOString(), atMost],
        )
      ).map(domainOf),
  }
}
