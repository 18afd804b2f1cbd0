import { saoPauloDay } from '@atalaia/contracts'
import { type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import { judgeAddresses, type Judged } from './evidence-repository.ts'

const ADDRESSES_AT_ONCE = 2000
const CHECK_EVERY_MS = 60_000

const addressSchema = object({ id: string() })
const listedSql = (which: Sql) =>
  sql`SELECT id::text FROM monitored_address WHERE ${which} ORDER BY organisation_id, address`
const HAS_FINDINGS = sql`(leaks > 0 OR severity IS NOT NULL OR judged_until IS NOT NULL)`

/** Null, not 0, without a finding. */
const pointsOf = ({ severity, sources }: Judged) => (sources.size === 0 ? null : severity.pontos)

type Values = readonly (readonly [column: string, value: Sql])[]
const judgement = (at: Date): Values => [
  ['severity', sql`told.severity`],
  ['last_seen', sql`told.last_seen`],
  ['found_at', sql`told.found_at`],
  ['judged_until', sql`told.judged_until`],
  ['case_sources', sql`cases.sources`],
  ['case_severities', sql`cases.severities`],
  ['case_since', sql`coalesce(cases.since, '{}')`],
  ['case_passwords', sql`cases.passwords`],
  ['case_days', sql`coalesce(cases.days, '{}')`],
  [
    'told_since',
    sql`CASE WHEN told.severity IS NOT NULL THEN coalesce(told_since, ${at.toISOString()}::timestamptz) END`,
  ],
]
const COUNTS: Values = [
  ['leaks', sql`told.leaks`],
  ['passwords', sql`told.passwords`],
]

// A row with equal values stays as it is: a new version costs an entry in each index.
const setSql = (values: Values) => ({
  set: sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)),
  changes: sql`(${sql.join(values.map(([column]) => sql.ref(`monitored_address.${column}`)))})
    IS DISTINCT FROM (${sql.join(values.map(([, value]) => value))})`,
})

const keepBatch = async (
  database: Queryable,
  ids: readonly string[],
  { today, values }: { readonly today: string; readonly values: Values },
) => {
  const judged = await judgeAddresses(database, { organisationId: null, ids, today })
  const all = ids.map((id) => ({ id, ...judged(id) }))
  const cases = all.flatMap(({ id, sources }) =>
    [...sources].map(([source, one]) => ({ ...one, id, source, points: one.severity.pontos })),
  )
  const [caseIds, sources, points] = [
    cases.map(({ id }) => id),
    cases.map(({ source }) => source),
    cases.map((one) => one.points),
  ]
  const [since, passwords, days] = [
    cases.map((one) => one.since),
    cases.map((one) => one.passwords),
    cases.map((one) => one.firstSeen),
  ]
  const { set, changes } = setSql(values)
  await database.execute(sql`UPDATE monitored_address SET ${set}
  FROM unnest(${ids}::uuid[], ${all.map((one) => one.sources.size)}::integer[], ${all.map((one) => one.passwords)}::integer[],
      ${all.map(pointsOf)}::smallint[], ${all.map(({ lastSeen }) => lastSeen)}::date[], ${all.map(({ knownAt }) => knownAt)}::timestamptz[],
      ${all.map(({ holdsUntil }) => holdsUntil)}::date[])
    AS told (id, leaks, passwords, severity, last_seen, found_at, judged_until)
  LEFT JOIN (
    SELECT id, array_agg(source) AS sources, array_agg(severity) AS severities, array_agg(since) AS since,
      array_agg(passwords) AS passwords, array_agg(day) AS days
    FROM (
      SELECT * FROM unnest(${caseIds}::uuid[], ${sources}::text[], ${points}::smallint[], ${since}::timestamptz[], ${passwords}::integer[], ${days}::date[])
        AS one (id, source, severity, since, passwords, day) ORDER BY id, severity DESC, since DESC NULLS LAST, source
    ) AS one GROUP BY id
  ) AS cases ON cases.id = told.id
  WHERE monitored_address.id = told.id AND ${changes}`)
  await database.execute(sql`UPDATE leak_case SET severity = told.severity
  FROM unnest(${caseIds}::uuid[], ${sources}::text[], ${points}::smallint[]) AS told (id, source, severity)
  WHERE monitored_id = told.id AND leak_case.source = told.source AND leak_case.severity IS DISTINCT FROM told.severity`)
}

const keep = async (database: Queryable, which: Sql, at: Date, values: Values): Promise<void> => {
  const listed = await database.query(addressSchema, listedSql(which))
  for (let start = 0; start < listed.length; start += ADDRESSES_AT_ONCE)
    await keepBatch(
      database,
      listed.slice(start, start + ADDRESSES_AT_ONCE).map(({ id }) => id),
      { today: saoPauloDay(at), values },
    )
}

/** Call under the organisations' locks, after the count (P-LIST-9). */
export const storeJudgements = (database: Queryable, which: Sql, at: Date): Promise<void> =>
  keep(database, sql`${which} AND ${HAS_FINDINGS}`, at, judgement(at))

/** Also counts leaks and passwords. */
export const storeNumbers = (database: Queryable, which: Sql, at: Date): Promise<void> =>
  keep(database, which, at, [...COUNTS, ...judgement(at)])

/** SQL of the addresses whose points hold no longer, or of which less is kept than this version keeps. */
const isDue = (today: string) => sql`(judged_until < ${today}::date OR (leaks > 0 AND case_days IS NULL))`
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
