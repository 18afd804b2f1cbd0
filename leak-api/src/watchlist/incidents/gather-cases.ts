import {
  gatheredSchema,
  MAX_INCIDENT_CASES,
  type GatheredCase,
  type GatherOutcome,
  type IncidentCaseRef,
} from '@atalaia/contracts/incidents'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { array, nullable, object, omit, string } from 'zod/mini'
import { toldDay } from '../../base/store/told-day.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'

const instant = (column: Sql) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const foundSchema = object({
  ...omit(gatheredSchema, { dados: true }).shape,
  kinds: array(array(string())),
  sourceKinds: nullable(array(string())),
})

/**
 * Only watched addresses, and sources that count. Counts steps after the newest evidence, for the
 * case or the whole address (P-CASE-7).
 */
const gather = (
  organisationId: string,
  known: readonly string[],
  known3: readonly string[],
  at: string,
) => sql`SELECT mine.id::text AS endereco, mine.address AS email, wanted.source AS fonte, found.titulo, found.dia, found.dia_informado,
    found.visto_por_ultimo, ${instant(sql`found.since`)} AS aqui_desde, found.tipo, found.kinds, found.source_kinds AS "sourceKinds", found.numero_senhas,
    found.numero_hashes, coalesce(leak_case.state, 'novo') AS estado, ${instant(sql`${at}::timestamptz`)} AS reunido_em,
    coalesce((SELECT jsonb_agg(jsonb_build_object('passo', step, 'feito_em', ${instant(sql`done_at`)}) ORDER BY step) FROM (
      SELECT step, max(done_at) AS done_at FROM (
        SELECT step, done_at FROM case_step WHERE case_step.monitored_id = mine.id AND case_step.source = wanted.source
        UNION ALL SELECT step, done_at FROM address_step WHERE address_step.monitored_id = mine.id
      ) AS each WHERE done_at >= coalesce(greatest(found.since, leak_case.reopened_at), '-infinity') GROUP BY step
    ) AS done), '[]') AS passos
  FROM unnest(${known}::uuid[], ${known3}::text[]) WITH ORDINALITY AS wanted (id, source, ordinal)
  JOIN monitored_address AS mine ON mine.id = wanted.id AND mine.organisation_id = ${organisationId} AND mine.watched
  CROSS JOIN LATERAL (
    SELECT source.title AS titulo, coalesce(source.leaked_on, min(${toldDay('seen')}), min(seen.day))::text AS dia,
      (source.leaked_on IS NOT NULL OR min(${toldDay('seen')}) IS NOT NULL) AS dia_informado,
      coalesce(max(${toldDay('seen')}), source.leaked_on, max(seen.day))::text AS visto_por_ultimo,
      source.kind AS tipo, min(import.started_at) AS since,
      (count(DISTINCT fingerprint) FILTER (WHERE secret = 'plain'))::int AS numero_senhas,
      (count(DISTINCT fingerprint) FILTER (WHERE secret <> 'plain'))::int AS numero_hashes,
      coalesce(jsonb_agg(DISTINCT to_jsonb(seen.kinds)) FILTER (WHERE seen.kinds IS NOT NULL), '[]') AS kinds,
      source.kinds AS source_kinds
    FROM (
      SELECT sighting.*, fingerprint FROM sightings_of(mine.address_key, mine.domain_key, mine.local_part) AS told
      JOIN sighting ON sighting.id = told.sighting
    ) AS seen
    JOIN source ON source.id = seen.source_id AND source.name = wanted.source
    JOIN covered_source ON covered_source.source_id = source.id AND covered_source.organisation_id = ${organisationId}
    LEFT JOIN import ON import.id = seen.import_id
    GROUP BY source.id
  ) AS found
  LEFT JOIN leak_case ON leak_case.monitored_id = mine.id AND leak_case.source = wanted.source
  ORDER BY wanted.ordinal`

export const caseKey = ({ endereco, fonte }: IncidentCaseRef): string => `${endereco.toLowerCase()} ${fonte}`

type Wanted = {
  readonly refs: readonly IncidentCaseRef[]
  readonly found: readonly GatheredCase[]
  readonly before: ReadonlySet<string>
}

/** Takes found cases up to the incident's limit (P-INCIDENT-11). */
export const takeCases = ({
  refs,
  found,
  before,
}: Wanted): { readonly taken: readonly GatheredCase[]; readonly outcome: GatherOutcome } => {
  const wanted = new Set(refs.map(caseKey))
  const others = found.filter((one) => !before.has(caseKey(one)))
  const taken = others.slice(0, MAX_INCIDENT_CASES - before.size)
  const repeated = [...wanted].filter((key) => before.has(key)).length
  return {
    taken: [...found.filter((one) => before.has(caseKey(one))), ...taken],
    outcome: {
      incluidos: taken.length,
      repetidos: repeated,
      sem_lugar: others.length - taken.length,
      ausentes: wanted.size - repeated - others.length,
    },
  }
}

/** Omits cases that the organisation does not have. */
export const gatherCases = async (
  database: Queryable,
  organisationId: string,
  refs: readonly IncidentCaseRef[],
  at: Date,
): Promise<GatheredCase[]> => {
  const named = refs.filter(({ endereco }) => isUuid(endereco))
  const known = [...new Map(named.map((one) => [caseKey(one), one])).values()]
  const found = await database.query(
    foundSchema,
    gather(
      organisationId,
      known.map(({ endereco }) => endereco),
      known.map(({ fonte }) => fonte),
      at.toISOString(),
    ),
  )
  return found.map(({ kinds, sourceKinds, ...one }) => ({
    ...one,
    dados: [...new Set([...kinds.flat(), ...(sourceKinds ?? [])])].toSorted(),
  }))
}
