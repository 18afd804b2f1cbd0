import type { Queryable } from '@atalaia/database'
import type { FastifyRequest } from 'fastify'
import { nullable, object, string } from 'zod/mini'
import type { Clock } from '../base/clock.ts'

/** An instant as texts that compare as instants do. */
export const comparable = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A visit ends when nothing was asked for so long; within it the instant of the last call is written once a minute (P-NEW-1). */
const NOTE = `UPDATE membership SET called_at = $3::timestamptz,
    seen_until = CASE WHEN called_at < $3::timestamptz - interval '30 minutes' THEN called_at ELSE seen_until END
  WHERE account_id = $1::uuid AND organisation_id = $2::bigint
    AND (called_at IS NULL OR called_at < $3::timestamptz - interval '1 minute')`
const SINCE = `SELECT ${comparable('seen_until')} AS since FROM membership
  WHERE account_id = $1::uuid AND organisation_id = $2::bigint`
const sinceSchema = object({ since: nullable(string()) })

export type Visits = {
  /**
   * The last call of the person's visit before this one, as {@link comparable} text; `null`: there is none, or portals and
   * support ask. Notes that the person is here.
   */
  sinceOf(request: FastifyRequest): Promise<string | null>
}

/** The visits of people to organisations that they are in. */
export const createVisits = (database: Queryable, clock: Clock): Visits => {
  const known = new WeakMap<FastifyRequest, Promise<string | null>>()
  const note = async ({ caller }: FastifyRequest): Promise<string | null> => {
    if (caller?.kind !== 'session' || caller.supportId !== null) return null
    const person = [caller.accountId, caller.organisationId]
    await database.execute(NOTE, [...person, clock().toISOString()])
    const [row] = await database.query(sinceSchema, SINCE, person)
    return row?.since ?? null
  }
  return {
    sinceOf: (request) => {
      const asked = known.get(request) ?? note(request)
      known.set(request, asked)
      return asked
    },
  }
}
