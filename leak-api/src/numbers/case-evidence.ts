import { sql, type Sql } from '@atalaia/database'
import { CLOSED } from '../base/closed-cases.ts'
import { toldDay } from '../base/store/told-day.ts'

/** Of all pairs of the watched address `mine`. `first`: the sighting that brought the pair. */
const SEEN = sql`sightings_of(mine.address_key, mine.domain_key, mine.local_part) AS seen
  JOIN sighting ON sighting.id = seen.sighting
  JOIN source ON source.id = sighting.source_id
  LEFT JOIN import ON import.id = sighting.import_id`

const PASSWORDS = sql`md5(string_agg(DISTINCT pair::text, ',' ORDER BY pair::text) FILTER (WHERE fingerprint IS NOT NULL))`

/** Follows FROM … AS mine. Only sources that count. `found`: evidence exists. */
export const knownEvidence = (source: string) => sql`LEFT JOIN LATERAL (
    SELECT count(*) > 0 AS found, coalesce(max(import.id), 0) AS known_import,
      (array_agg(import.file_hash ORDER BY import.id DESC NULLS LAST))[1] AS known_file, max(sighting.day) AS known_day,
      ${PASSWORDS} AS known_passwords
    FROM ${SEEN}
    JOIN covered_source ON covered_source.source_id = source.id AND covered_source.organisation_id = mine.organisation_id
    WHERE source.name = ${sql.raw(source)}
  ) AS evidence ON true`

/** As `newer.import_id`. Newer: an unknown password or hash, or a later day, from a new file (P-CASE-4). */
const newerEvidence = (which: Sql) => sql`CROSS JOIN LATERAL (
    SELECT least(min(later.id) FILTER (WHERE is_later),
      CASE WHEN ${PASSWORDS} IS DISTINCT FROM one.known_passwords
        THEN min(later.id) FILTER (WHERE first AND fingerprint IS NOT NULL) END) AS import_id
    FROM (
      SELECT pair, fingerprint, first, import.id AS import_id,
        ${toldDay()} > one.known_day AND import.file_hash IS DISTINCT FROM one.known_file
          AND NOT EXISTS (SELECT FROM import AS same WHERE same.source_id = import.source_id AND same.id < import.id
            AND same.file_hash = import.file_hash) AS is_later
      FROM ${SEEN} WHERE source.name = one.source
    ) AS told
    LEFT JOIN import AS later ON later.id = told.import_id AND ${which}
  ) AS newer`

/** Cases of waiting addresses stay closed until the proof. */
export const reopenSql = (scope: Sql, at: Date, which = sql`later.id > one.known_import`) => sql`WITH again AS (
    SELECT one.monitored_id, one.source, newer.import_id
    FROM leak_case AS one JOIN monitored_address AS mine ON mine.id = one.monitored_id ${newerEvidence(which)}
    WHERE one.state IN ${CLOSED} AND mine.watched AND newer.import_id IS NOT NULL AND ${scope}
  ), reopened AS (
    UPDATE leak_case SET state = 'novo', closed_state = state, due_on = NULL, closed_due = due_on,
      reopened_by = again.import_id, reopened_at = ${at.toISOString()}::timestamptz, version = version + 1, changed_at = ${at.toISOString()}::timestamptz
    FROM again WHERE leak_case.monitored_id = again.monitored_id AND leak_case.source = again.source
    RETURNING leak_case.*
  )
  INSERT INTO case_event (monitored_id, source, at, kind, version, import_id, changes)
  SELECT monitored_id, source, ${at.toISOString()}::timestamptz, 'reabertura', version, reopened_by,
    jsonb_build_array(jsonb_build_object('campo', 'estado', 'de', closed_state, 'para', state))
    || CASE WHEN closed_due IS NULL THEN '[]'
       ELSE jsonb_build_array(jsonb_build_object('campo', 'prazo', 'de', closed_due, 'para', NULL)) END
  FROM reopened`

/**
 * Closes cases that undone imports had reopened, unless somebody has acted since or further
 * evidence remains.
 */
export const unreopenSql = (which: Sql, at: Date) => sql`WITH undone AS (
    SELECT one.monitored_id, one.source, newer.import_id
    FROM leak_case AS one JOIN monitored_address AS mine ON mine.id = one.monitored_id
    ${newerEvidence(sql`later.id > one.known_import`)}
    WHERE ${which}
  ), handed AS (
    UPDATE leak_case SET reopened_by = undone.import_id FROM undone
    WHERE leak_case.monitored_id = undone.monitored_id AND leak_case.source = undone.source AND undone.import_id IS NOT NULL
  ), closed AS (
    UPDATE leak_case SET state = closed_state, due_on = closed_due, closed_state = NULL, closed_due = NULL, reopened_by = NULL,
      reopened_at = NULL, version = version + 1, changed_at = ${at.toISOString()}::timestamptz
    FROM undone
    WHERE leak_case.monitored_id = undone.monitored_id AND leak_case.source = undone.source AND undone.import_id IS NULL
    RETURNING leak_case.*
  )
  INSERT INTO case_event (monitored_id, source, at, kind, version, changes)
  SELECT monitored_id, source, ${at.toISOString()}::timestamptz, 'reabertura-desfeita', version,
    jsonb_build_array(jsonb_build_object('campo', 'estado', 'de', 'novo', 'para', state))
  FROM closed`

/** Also notes which cases have evidence; `which` selects addresses. */
export const recountCases = (which: Sql): readonly Sql[] => [
  sql`UPDATE leak_case SET found = NOT found FROM monitored_address
   WHERE monitored_address.id = monitored_id AND ${which} AND found <> EXISTS (
     SELECT FROM covered_leaks_of(monitored_address.organisation_id, address_key, domain_key, local_part) AS told
     WHERE told.source = leak_case.source)`,
  sql`UPDATE monitored_address SET closed_leaks = closed.leaks, closed_passwords = closed.passwords
   FROM monitored_address AS mine CROSS JOIN LATERAL (
     SELECT (count(DISTINCT told.source) FILTER (WHERE state IN ${CLOSED}))::int AS leaks,
       (count(DISTINCT password) - count(DISTINCT password) FILTER (WHERE (state IN ${CLOSED}) IS NOT TRUE))::int AS passwords
     FROM covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS told
     LEFT JOIN leak_case ON leak_case.monitored_id = mine.id AND leak_case.source = told.source
     WHERE mine.watched
   ) AS closed
   WHERE mine.id = monitored_address.id AND EXISTS (SELECT FROM leak_case WHERE monitored_id = mine.id) AND ${which}
     AND (monitored_address.closed_leaks, monitored_address.closed_passwords) <> (closed.leaks, closed.passwords)`,
]
