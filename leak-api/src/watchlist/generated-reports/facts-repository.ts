import { CASE_STATES } from '@atalaia/contracts/cases'
import { normalEmailAddress } from '@atalaia/contracts/email-address'
import { type Queryable, sql } from '@atalaia/database'
import { enum as oneOf, int, object, string, type infer as Infer } from 'zod/mini'
import { NAME } from '../../base/people/members-repository.ts'

const namedSchema = object({ name: string(), addresses: int(), leaking: int() })
const numbersSchema = object({ id: string(), email: string(), leaks: int(), open: int(), passwords: int() })
export type AddressNumbers = Infer<typeof numbersSchema>
const stateSchema = object({ state: oneOf(CASE_STATES), cases: int() })
const doneSchema = object({ dia: string(), email: string(), fonte: string(), estado: string(), total: int() })

/** Inclusive days. */
export type Period = { readonly from: string; readonly to: string }
/** P-REPORT-5 */
const MAX_DONE = 60

/** São Paulo's day: no summer time since 2019. `AT TIME ZONE '-03:00'` would be three hours east. */
const DAY = sql`to_char(event.at AT TIME ZONE 'UTC' - interval '3 hours', 'YYYY-MM-DD')`

export const createFactsRepository = (database: Queryable) => ({
  /** `undefined`: no such organisation. */
  organisation: async (organisationId: string) => {
    const [row] = await database.query(
      namedSchema,
      sql`SELECT ${NAME} AS name, (SELECT count(*)::int FROM address_numbers WHERE organisation_id = organisation.id) AS addresses,
         (SELECT count(*)::int FROM address_numbers WHERE organisation_id = organisation.id AND leaks > 0) AS leaking
       FROM organisation WHERE id = ${organisationId}`,
    )
    return row
  },
  idOf: async (organisationId: string, address: string) => {
    const [found] = await database.query(
      object({ id: string() }),
      sql`SELECT id::text FROM monitored_address WHERE organisation_id = ${organisationId} AND address = ${normalEmailAddress(address) ?? ''}`,
    )
    return found?.id
  },
  leaking: (organisationId: string, atMost: number): Promise<AddressNumbers[]> =>
    database.query(
      numbersSchema,
      sql`SELECT id::text, address AS email, leaks, leaks - closed_leaks AS open, passwords FROM address_numbers
       WHERE organisation_id = ${organisationId} AND leaks > 0 ORDER BY leaks DESC, address LIMIT ${atMost}`,
    ),
  touchedCases: (organisationId: string) =>
    database.query(
      stateSchema,
      sql`SELECT state, count(*)::int AS cases FROM leak_case JOIN monitored_address AS mine ON mine.id = monitored_id
       WHERE leak_case.organisation_id = ${organisationId} AND found AND mine.watched GROUP BY state`,
    ),
  /** Last first; without people. */
  done: (organisationId: string, { from, to }: Period, monitoredId?: string) =>
    database.query(
      doneSchema,
      sql`SELECT ${DAY} AS dia, address AS email, event.source AS fonte, change->>'para' AS estado, (count(*) OVER ())::int AS total
       FROM monitored_address AS mine JOIN case_event AS event ON event.monitored_id = mine.id
       CROSS JOIN LATERAL jsonb_array_elements(event.changes) AS change
       WHERE mine.organisation_id = ${organisationId} AND change->>'campo' = 'estado' AND change->>'para' IS NOT NULL
         AND ${DAY} BETWEEN ${from} AND ${to} AND (${monitoredId ?? null}::uuid IS NULL OR mine.id = ${monitoredId ?? null}::uuid)
       ORDER BY event.id DESC LIMIT ${sql.lit(MAX_DONE)}`,
    ),
})
