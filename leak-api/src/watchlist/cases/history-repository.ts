import { type Queryable, sql } from '@atalaia/database'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'

const MAX_EVENTS = 100

const eventSchema = object({
  at: string(),
  by: nullable(string()),
  key: nullable(string()),
  kind: string(),
  changes: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
  total: int(),
})
type CaseHistory = { readonly total: number; readonly events: readonly Infer<typeof eventSchema>[] }

/** Stores owners by id, and shows the address of an existing account. */
const eventsSql = (
  monitoredId: string,
  source: string,
) => sql`SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, email AS by, api_key.name AS key, kind, coalesce((
      SELECT jsonb_agg(CASE WHEN change->>'campo' = 'responsavel' THEN jsonb_build_object('campo', 'responsavel',
        'de', (SELECT email FROM account WHERE id = (change->>'de')::uuid),
        'para', (SELECT email FROM account WHERE id = (change->>'para')::uuid)) ELSE change END)
      FROM jsonb_array_elements(changes) AS change), '[]') AS changes, (count(*) OVER ())::int AS total
  FROM case_event LEFT JOIN account ON account.id = account_id LEFT JOIN api_key ON api_key.id = key_id
  WHERE monitored_id = ${monitoredId} AND source = ${source} ORDER BY case_event.id DESC LIMIT ${sql.lit(MAX_EVENTS)}`

/** Newest first, at most {@link MAX_EVENTS} (P-CASE-2). */
export const readHistory = async (database: Queryable, monitoredId: string, source: string): Promise<CaseHistory> => {
  const events = await database.query(eventSchema, eventsSql(monitoredId, source))
  return { total: events[0]?.total ?? 0, events }
}
