import { type Queryable, sql } from '@atalaia/database'
import type { Severity } from '@atalaia/contracts'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { toldDay } from '../../base/store/told-day.ts'
import { ageHoldsUntil, greatestSeverity, severityOf } from './severity.ts'

const evidenceSchema = object({
  id: string(),
  source: string(),
  kind: nullable(string()),
  lastSeen: nullable(string()),
  firstSeen: nullable(string()),
  secrets: array(string()),
  kinds: array(array(string())),
  sourceKinds: nullable(array(string())),
  machines: int(),
  since: nullable(string()),
  passwords: array(string()),
  /** `null`: no such import, or none has ended. */
  knownAt: nullable(string()),
})
type EvidenceRow = Infer<typeof evidenceSchema>

// OFFSET keeps the look-up of each address by the credentials' key, whatever the planner knows of the tables.
const evidence = (
  organisationId: string | null,
  ids: readonly string[],
) => sql`SELECT seen.id::text, source.name AS source, source.kind, coalesce(max(${toldDay()}), source.leaked_on)::text AS "lastSeen",
    CASE WHEN EXISTS (SELECT FROM import WHERE import.source_id = source.id AND NOT import.day_told)
      THEN min(${toldDay()}) ELSE min(sighting.day) FILTER (WHERE first) END::text AS "firstSeen",
    coalesce(array_agg(DISTINCT secret) FILTER (WHERE secret IS NOT NULL), '{}') AS secrets,
    coalesce(jsonb_agg(DISTINCT to_jsonb(sighting.kinds)) FILTER (WHERE sighting.kinds IS NOT NULL), '[]') AS kinds,
    source.kinds AS "sourceKinds",
    count(DISTINCT machine)::int AS machines,
    to_char(coalesce(min(started_at), (SELECT min(started_at) FROM import WHERE import.source_id = source.id))
      AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since,
    coalesce(array_agg(DISTINCT fingerprint::text) FILTER (WHERE first AND secret = 'plain'), '{}') AS passwords,
    to_char(coalesce(min(finished_at), (SELECT min(finished_at) FROM import WHERE import.source_id = source.id))
      AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "knownAt"
  FROM (
    SELECT mine.id, organisation_id, found.* FROM monitored_address AS mine
    CROSS JOIN LATERAL (SELECT * FROM sightings_of(address_key, domain_key, local_part) OFFSET 0) AS found
    WHERE watched AND (${organisationId}::bigint IS NULL OR organisation_id = ${organisationId}) AND mine.id = ANY(${ids}::uuid[]) OFFSET 0
  ) AS seen
  JOIN sighting ON sighting.id = seen.sighting
  JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = seen.organisation_id
  JOIN source ON source.id = sighting.source_id
  LEFT JOIN import ON import.id = sighting.import_id
  GROUP BY seen.id, source.id`

type JudgedSource = Pick<EvidenceRow, 'firstSeen' | 'lastSeen' | 'since' | 'knownAt'> & {
  readonly passwords: number
  readonly severity: Severity
}
export type Judged = {
  readonly lastSeen: string | null
  readonly knownAt: string | null
  /** Last day of this severity by age; `null`: for good. */
  readonly holdsUntil: string | null
  readonly severity: Severity
  readonly passwords: number
  /** By name. */
  readonly sources: ReadonlyMap<string, JudgedSource>
}

const greatest = (texts: readonly (string | null)[]): string | null =>
  texts.reduce((last, text) => (last === null || (text !== null && text > last) ? text : last), null)
const sooner = (first: string | null, day: string | null) =>
  first === null || (day !== null && day < first) ? day : first

const judge = (rows: readonly EvidenceRow[], today: string): Judged => {
  const timesOf = new Map<string, number>()
  for (const print of rows.flatMap(({ passwords }) => passwords)) timesOf.set(print, (timesOf.get(print) ?? 0) + 1)
  const isRepeated = (print: string) => (timesOf.get(print) ?? 0) > 1
  const judged = rows.map(({ source, kinds, sourceKinds, passwords, ...row }): [string, JudgedSource] => {
    const all = [...kinds.flat(), ...(sourceKinds ?? [])]
    const severity = severityOf({ ...row, kinds: all, repeated: passwords.some(isRepeated) }, today)
    const { firstSeen, lastSeen, since, knownAt } = row
    return [source, { firstSeen, lastSeen, since, knownAt, passwords: passwords.length, severity }]
  })
  return {
    lastSeen: greatest(rows.map((row) => row.lastSeen)),
    knownAt: greatest(rows.map((row) => row.knownAt)),
    holdsUntil: rows.map((row) => ageHoldsUntil(row.lastSeen, today)).reduce(sooner, null),
    severity: greatestSeverity(judged.map(([, one]) => one.severity)),
    passwords: timesOf.size,
    sources: new Map(judged),
  }
}

/** Judges addresses by id, on the São Paulo day `today`. */
export const judgeAddresses = async (
  database: Queryable,
  {
    organisationId,
    ids,
    today,
  }: {
    /** `null`: any organisation, for work without a person's request. */
    readonly organisationId: string | null
    readonly ids: readonly string[]
    readonly today: string
  },
): Promise<(id: string) => Judged> => {
  const rows = await database.query(evidenceSchema, evidence(organisationId, ids))
  const byId = new Map<string, EvidenceRow[]>()
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  return (id) => judge(byId.get(id) ?? [], today)
}
