import { type Queryable, sql } from '@atalaia/database'
import type { FastifyRequest } from 'fastify'
import { nullable, object, string } from 'zod/mini'
import type { Caller, MemberCaller } from '../base/access/caller.ts'
import { MINUTE_MS, type Clock } from '../base/clock.ts'

export const comparable = (column: string) =>
  sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A visit ends after this silence; within it, calls are noted once a minute (P-NEW-1). */
const noteSql = (
  accountId: string,
  organisationId: string,
  at: string,
) => sql`UPDATE membership SET called_at = ${at}::timestamptz,
    seen_until = CASE WHEN called_at < ${at}::timestamptz - interval '30 minutes' THEN called_at ELSE seen_until END
  WHERE account_id = ${accountId}::uuid AND organisation_id = ${organisationId}::bigint
    AND (called_at IS NULL OR called_at < ${at}::timestamptz - interval '1 minute')`
const sinceSchema = object({ since: nullable(string()) })

/** Whether one of these instants, as {@link comparable} texts, is after a person's last visit (P-NEW-2). */
export const isNewSince = (since: string | null, ...known: readonly (string | null | undefined)[]): boolean =>
  since !== null && known.some((at) => at != null && at > since)

export type Visits = {
  /** Last call of the previous visit. `null`: none, a portal or support. Notes the person's presence. */
  sinceOf(request: FastifyRequest): Promise<string | null>
  isDue(request: FastifyRequest): boolean
}

const isPerson = (caller: Caller | null): caller is MemberCaller & Caller =>
  caller?.kind === 'session' && caller.supportId === null

export const createVisits = (database: Queryable, clock: Clock): Visits => {
  const isDue = ({ visit: { calledAt } }: MemberCaller) => calledAt === null || clock().getTime() - calledAt > MINUTE_MS
  const known = new WeakMap<FastifyRequest, Promise<string | null>>()
  const note = async ({ caller }: FastifyRequest): Promise<string | null> => {
    if (!isPerson(caller)) return null
    const { accountId, organisationId, visit } = caller
    if (!isDue(caller)) return visit.since
    await database.execute(noteSql(accountId, organisationId, clock().toISOString()))
    // Another call may have noted it first.
    const [row] = await database.query(
      sinceSchema,
      sql`SELECT ${comparable('seen_until')} AS since FROM membership
  WHERE account_id = ${accountId}::uuid AND organisation_id = ${organisationId}::bigint`,
    )
    return row?.since ?? null
  }
  return {
    isDue: ({ caller }) => isPerson(caller) && isDue(caller),
    sinceOf: (request) => {
      const asked = known.get(request) ?? note(request)
      known.set(request, asked)
      return asked
    },
  }
}
