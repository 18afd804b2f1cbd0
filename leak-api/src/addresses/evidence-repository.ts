import type { Queryable } from '@atalaia/database'
import type { Severity } from '@atalaia/contracts'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { greatestSeverity, severityOf } from '../exposure/severity.ts'

const evidenceSchema = object({
  id: string(),
  kind: nullable(string()),
  lastSeen: string(),
  secrets: array(string()),
  kinds: array(array(string())),
  /** Told of the whole source. */
  sourceKinds: nullable(array(string())),
  machines: int(),
  /** Fingerprints of passwords in clear. */
  passwords: array(string()),
})
type EvidenceRow = Infer<typeof evidenceSchema>

/** The facts of each source about each of some watched addresses, which LATERAL looks up by the key of credential one by one. */
const EVIDENCE = `SELECT monitored_address.id::text, found.*
  FROM monitored_address CROSS JOIN LATERAL (
    SELECT source.kind, max(day)::text AS "lastSeen",
      coalesce(array_agg(DISTINCT secret) FILTER (WHERE secret IS NOT NULL), '{}') AS secrets,
      coalesce(jsonb_agg(DISTINCT to_jsonb(told.kinds)) FILTER (WHERE told.kinds IS NOT NULL), '[]') AS kinds,
      source.kinds AS "sourceKinds",
      count(DISTINCT machine)::int AS machines,
      coalesce(array_agg(DISTINCT fingerprint::text) FILTER (WHERE secret = 'plain'), '{}') AS passwords
    FROM (
      SELECT sighting.source_id, day, sighting.kinds, secret, machine, fingerprint
      FROM (
        SELECT fingerprint, sighting FROM credential
        WHERE credential.address = address_key AND domain = domain_key AND local = local_part
        UNION ALL
        SELECT fingerprint, resighting.sighting FROM credential
        JOIN resighting ON resighting.address = credential.address AND resighting.pair = credential.pair
        WHERE credential.address = address_key AND domain = domain_key AND local = local_part
          AND resighting.address = address_key
      ) AS seen JOIN sighting ON sighting.id = seen.sighting
    ) AS told
    JOIN covered_source ON covered_source.source_id = told.source_id AND covered_source.organisation_id = $1
    JOIN source ON source.id = told.source_id
    GROUP BY source.id
  ) AS found
  WHERE monitored_address.watched AND monitored_address.organisation_id = $1 AND monitored_address.id = ANY($2::uuid[])`

export type Judged = { readonly lastSeen: string | null; readonly severity: Severity }

const judge = (rows: readonly EvidenceRow[], today: string): Judged => {
  const timesOf = new Map<string, number>()
  for (const print of rows.flatMap(({ passwords }) => passwords)) timesOf.set(print, (timesOf.get(print) ?? 0) + 1)
  const isRepeated = (print: string) => (timesOf.get(print) ?? 0) > 1
  const severities = rows.map(({ kinds, sourceKinds, passwords, ...row }) => {
    const all = [...kinds.flat(), ...(sourceKinds ?? [])]
    return severityOf({ ...row, kinds: all, repeated: passwords.some(isRepeated) }, today)
  })
  const lastSeen = rows.reduce<string | null>(
    (last, row) => (last === null || row.lastSeen > last ? row.lastSeen : last),
    null,
  )
  return { lastSeen, severity: greatestSeverity(severities) }
}

/** Judges addresses of an organisation, by their ids, on the São Paulo day `today`. */
export const judgeAddresses = async (
  database: Queryable,
  {
    organisationId,
    ids,
    today,
  }: { readonly organisationId: string; readonly ids: readonly string[]; readonly today: string },
): Promise<(id: string) => Judged> => {
  const rows = await database.query(evidenceSchema, EVIDENCE, [organisationId, ids])
  const byId = new Map<string, EvidenceRow[]>()
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  return (id) => judge(byId.get(id) ?? [], today)
}
