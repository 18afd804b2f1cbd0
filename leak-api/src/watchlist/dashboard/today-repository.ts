import { incidentFactsSchema, type IncidentFacts } from '@atalaia/contracts/incidents'
import { SEVERITY_THRESHOLDS } from '@atalaia/contracts/severity'
import { type Queryable, sql } from '@atalaia/database'
import { int, object, string, type infer as Infer } from 'zod/mini'
import { CLOSED } from '../../base/closed-cases.ts'

const [{ from: CRITICAL }] = SEVERITY_THRESHOLDS
/** Incidents whose terms are looked at, those known for longest first. */
const MAX_INCIDENTS = 50

const countsSchema = object({
  addresses: int(),
  open: int(),
  overdue: int(),
  ownOverdue: int(),
  ownToday: int(),
  touchedCritical: int(),
  untouchedCritical: int(),
  incidents: int(),
})
export type TodayCounts = Infer<typeof countsSchema>
const incidentSchema = object({ id: string(), number: int(), facts: incidentFactsSchema })

type Asked = {
  readonly organisationId: string
  readonly accountId: string
  /** The São Paulo day, `YYYY-MM-DD`. */
  readonly today: string
}

export type TodayRepository = {
  /** The counts of an organisation, and of the cases that an account owns there. */
  counts(asked: Asked): Promise<TodayCounts>
  /** The open incidents of which the ANPD has not been told, those known for longest first. */
  untold(
    organisationId: string,
  ): Promise<{ readonly id: string; readonly number: number; readonly facts: IncidentFacts }[]>
}

/**
 * An address has the points of its worst case, so an index finds critical ones. Untouched cases
 * have no row. Unjudged addresses count after their judgement.
 */
const countsOf = ({ organisationId, accountId, today }: Asked) => sql`WITH open AS MATERIALIZED (
    SELECT leak_case.* FROM leak_case JOIN monitored_address AS mine ON mine.id = leak_case.monitored_id
    WHERE leak_case.organisation_id = ${organisationId}::bigint AND found AND mine.watched AND state NOT IN ${CLOSED}
  ), total AS (SELECT shown, leaks - closed_leaks AS open FROM organisation_total WHERE organisation_id = ${organisationId}::bigint)
  SELECT coalesce((SELECT shown FROM total), 0)::int AS addresses, coalesce((SELECT open FROM total), 0)::int AS open,
    (count(*) FILTER (WHERE due_on < ${today}::date))::int AS overdue,
    (count(*) FILTER (WHERE due_on < ${today}::date AND owner_id = ${accountId}::uuid))::int AS "ownOverdue",
    (count(*) FILTER (WHERE due_on = ${today}::date AND owner_id = ${accountId}::uuid))::int AS "ownToday",
    (count(*) FILTER (WHERE severity >= ${sql.lit(CRITICAL)}))::int AS "touchedCritical",
    (SELECT count(*) FROM monitored_address AS mine
       CROSS JOIN unnest(mine.case_sources, mine.case_severities) AS told (source, severity)
     WHERE organisation_id = ${organisationId}::bigint AND mine.severity >= ${sql.lit(CRITICAL)} AND watched
       AND told.severity >= ${sql.lit(CRITICAL)}
       AND NOT EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id AND leak_case.source = told.source)
    )::int AS "untouchedCritical",
    (SELECT count(*) FROM incident WHERE organisation_id = ${organisationId}::bigint AND facts->>'situacao' = 'aberto')::int AS incidents
  FROM open`

export const createTodayRepository = (database: Queryable): TodayRepository => ({
  counts: async (asked) => {
    const [counts] = await database.query(countsSchema, countsOf(asked))
    if (counts === undefined) throw new Error('today: the database gave no counts back')
    return counts
  },
  untold: (organisationId) =>
    database.query(
      incidentSchema,
      sql`SELECT id::text, number, facts FROM incident
       WHERE organisation_id = ${organisationId}::bigint AND facts->>'situacao' = 'aberto' AND facts->>'anpd_em' IS NULL
         AND facts->>'decisao' IS DISTINCT FROM 'nao-comunicar'
       ORDER BY (facts->>'conhecido_em')::timestamptz, id LIMIT ${sql.lit(MAX_INCIDENTS)}`,
    ),
})
