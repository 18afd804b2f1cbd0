import { sql, type Queryable } from '@atalaia/database'
import { int, object } from 'zod/mini'
import type { Clock } from '../base/clock.ts'
import { IS_OPERATOR } from '../base/people/accounts-repository.ts'

type Seat = { readonly sessionId: string; readonly organisationId: string; readonly generation: number }

/** Seats with a live session. Notes no use (P-API-106). */
export const createFindOpen =
  (database: Queryable, clock: Clock) =>
  async <Found extends Seat>(seats: readonly Found[]): Promise<ReadonlySet<Found>> => {
    const now = clock().toISOString()
    const rows = await database.query(
      object({ place: int() }),
      sql`SELECT asked.place::int FROM unnest(${seats.map(({ sessionId }) => sessionId)}::uuid[],
         ${seats.map(({ organisationId }) => organisationId)}::bigint[], ${seats.map(({ generation }) => generation)}::int[])
         WITH ORDINALITY AS asked(session_id, organisation_id, generation, place)
       JOIN session ON session.id = asked.session_id AND session.expires_at > ${now}
       JOIN account ON account.id = session.account_id AND session_generation = asked.generation
       JOIN seat ON seat.account_id = account.id AND seat.organisation_id = asked.organisation_id
         AND (support_id IS NULL OR (seat.expires_at > ${now} AND ${IS_OPERATOR}))
       JOIN organisation ON organisation.id = seat.organisation_id AND suspended_because IS NULL`,
    )
    const places = new Set(rows.map(({ place }) => place - 1))
    return new Set(seats.filter((_seat, place) => places.has(place)))
  }
