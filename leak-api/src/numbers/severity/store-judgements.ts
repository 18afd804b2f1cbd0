import { saoPauloDay } from '@atalaia/contracts'
import { type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import { judgeAddresses, type Judged } from './evidence-repository.ts'

const ADDRESSES_AT_ONCE = 500
const CHECK_EVERY_MS = 60_000

const addressSchema = object({ id: string() })
const listedSql = (which: Sql) => sql`SELECT id::text FROM monitored_address
  WHERE ${which} AND (leaks > 0 OR severity IS NOT NULL OR judged_until IS NOT NULL) ORDER BY id`

/** Null, not 0, without a finding. */
const pointsOf = ({ severity, sources }: Judged) => (sources.size === 0 ? null : severity.pontos)

const keepBatch = async (database: Queryable, ids: readonly string[], at: Date) => {
  const judged = await judgeAddresses(database, { organisationId: null, ids, today: saoPauloDay(at) })
  const all = ids.map((id) => judged(id))
  const cases = ids.flatMap((id) =>
    [...judged(id).sources].map(([source, one]) => ({ ...one, id, source, points: one.severity.pontos })),
  )
  const [caseIds, sources, points] = [
    cases.map(({ id }) => id),
    cases.map(({ source }) => source),
    cases.map((one) => one.points),
  ]
  const [since, passwords] = [cases.map((one) => one.since), cases.map((one) => one.passwords)]
  await database.execute(sql`UPDATE monitored_address SET severity = told.severity, last_seen = told.last_seen, found_at = told.found_at,
    judged_until = told.judged_until, case_sources = cases.sources, case_severities = cases.severities,
    case_since = coalesce(cases.since, '{}'), case_passwords = cases.passwords,
    told_since = CASE WHEN told.severity IS NULL THEN NULL ELSE coalesce(told_since, ${at.toISOString()}::timestamptz) END
  FROM unnest(${ids}::uuid[], ${all.map(pointsOf)}::smallint[], ${all.map(({ lastSeen }) => lastSeen)}::date[], ${all.map(({ knownAt }) => knownAt)}::timestamptz[], ${all.map(({ holdsUntil }) => holdsUntil)}::date[])
    AS told (id, severity, last_seen, found_at, judged_until)
  LEFT JOIN (
    SELECT id, array_agg(source ORDER BY source) AS sources, array_agg(severity ORDER BY source) AS severities,
      array_agg(since ORDER BY source) AS since, array_agg(passwords ORDER BY source) AS passwords
    FROM unnest(${caseIds}::uuid[], ${sources}::text[], ${points}::smallint[], ${since}::timestamptz[], ${passwords}::integer[])
      AS one (id, source, severity, since, passwords) GROUP BY id
  ) AS cases ON cases.id = told.id
  WHERE monitored_address.id = told.id`)
  await database.execute(sql`UPDATE leak_case SET severity = told.severity
  FROM unnest(${caseIds}::uuid[], ${sources}::text[], ${points}::smallint[]) AS told (id, source, severity)
  WHERE monitored_id = told.id AND leak_case.source = told.source AND leak_case.severity IS DISTINCT FROM told.severity`)
}

/** Call under the organisations' locks, after the count (P-LIST-9). */
export const storeJudgements = async (database: Queryable, which: Sql, at: Date): Promise<void> => {
  const listed = await database.query(addressSchema, listedSql(which))
  for (let start = 0; start < listed.length; start += ADDRESSES_AT_ONCE)
    await keepBatch(
      database,
      listed.slice(start, start + ADDRESSES_AT_ONCE).map(({ id }) => id),
      at,
    )
}

/** SQL of the addresses whose points hold no longer, or of which less is kept than this version keeps. */
const isDue = (today: string) => sql`(judged_until < ${today}::date OR (leaks > 0 AND case_since IS NULL))`
/** An organisation with due addresses that is not locked. */
const claim = (today: string) => sql`SELECT organisation.id::text AS id FROM organisation
  WHERE id IN (SELECT organisation_id FROM monitored_address WHERE ${isDue(today)})
  ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
const due = (organisationId: string, today: string) => sql`id IN (SELECT id FROM monitored_address
  WHERE organisation_id = ${organisationId}::bigint AND ${isDue(today)}
  ORDER BY judged_until, id LIMIT ${ADDRESSES_AT_ONCE})`

/** Judges addresses with aged findings, or with changed facts about their sources. */
export const judgeAnew = async (database: Database, at: Date): Promise<void> => {
  const today = saoPauloDay(at)
  for (;;) {
    const found = await database.transaction(async (transaction) => {
      const [organisation] = await transaction.query(object({ id: string() }), claim(today))
      if (organisation === undefined) return false
      await storeJudgements(transaction, due(organisation.id, today), at)
      return true
    })
    if (!found) return
  }
}

/** Waits for no lock: a lock holder counts the address, and judges it then. */
const ALL_DUE = sql`UPDATE monitored_address SET judged_until = '-infinity'
  WHERE id IN (SELECT id FROM monitored_address WHERE leaks > 0 FOR UPDATE SKIP LOCKED)`

/** For a source's new kind, or sightings that are gone. */
export const markAllDue = async (database: Queryable): Promise<void> => {
  await database.execute(ALL_DUE)
}

export type JudgingOptions = {
  readonly database: Database
  readonly clock: Clock
  /** Retries a minute later. */
  readonly onFailure: (error: unknown) => void
}

/** Now and each minute. Several processes may run it at once. */
export const startJudging = ({ database, clock, onFailure }: JudgingOptions): Repeated =>
  repeat({ everyMs: CHECK_EVERY_MS, work: () => judgeAnew(database, clock()), onFailure })
