import { saoPauloDay } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import { judgeAddresses, type Judged } from './evidence-repository.ts'

/** Addresses that are judged by one query. */
const ADDRESSES_AT_ONCE = 500
const CHECK_EVERY_MS = 60_000

const addressSchema = object({ id: string() })
const listedSql = (which: string) => `SELECT id::text FROM monitored_address
  WHERE ${which} AND (leaks > 0 OR severity IS NOT NULL OR judged_until IS NOT NULL) ORDER BY id`

const KEEP = `UPDATE monitored_address SET severity = told.severity, last_seen = told.last_seen, found_at = told.found_at,
    judged_until = told.judged_until, case_sources = cases.sources, case_severities = cases.severities,
    told_since = CASE WHEN told.severity IS NULL THEN NULL ELSE coalesce(told_since, $6::timestamptz) END
  FROM unnest($1::uuid[], $2::smallint[], $3::date[], $4::timestamptz[], $5::date[])
    AS told (id, severity, last_seen, found_at, judged_until)
  LEFT JOIN (
    SELECT id, array_agg(source ORDER BY source) AS sources, array_agg(severity ORDER BY source) AS severities
    FROM unnest($7::uuid[], $8::text[], $9::smallint[]) AS one (id, source, severity) GROUP BY id
  ) AS cases ON cases.id = told.id
  WHERE monitored_address.id = told.id`
const KEEP_OF_CASES = `UPDATE leak_case SET severity = told.severity
  FROM unnest($1::uuid[], $2::text[], $3::smallint[]) AS told (id, source, severity)
  WHERE monitored_id = told.id AND leak_case.source = told.source AND leak_case.severity IS DISTINCT FROM told.severity`

/** Empty for an address without a finding, which has no points, and not 0. */
const pointsOf = ({ severity, sources }: Judged) => (sources.size === 0 ? null : severity.pontos)

const keepBatch = async (database: Queryable, ids: readonly string[], at: Date) => {
  const judged = await judgeAddresses(database, { organisationId: null, ids, today: saoPauloDay(at) })
  const all = ids.map((id) => judged(id))
  const cases = ids.flatMap((id) =>
    [...judged(id).sources].map(([source, { severity }]) => ({ id, source, points: severity.pontos })),
  )
  const ofCases = [cases.map(({ id }) => id), cases.map(({ source }) => source), cases.map(({ points }) => points)]
  await database.execute(KEEP, [
    ids,
    all.map(pointsOf),
    all.map(({ lastSeen }) => lastSeen),
    all.map(({ knownAt }) => knownAt),
    all.map(({ holdsUntil }) => holdsUntil),
    at.toISOString(),
    ...ofCases,
  ])
  await database.execute(KEEP_OF_CASES, ofCases)
}

export type JudgedAddresses = {
  /** SQL that holds for the addresses, with its parameters. */
  readonly which: string
  readonly parameters: readonly unknown[]
  readonly at: Date
}

/**
 * Judges addresses, and keeps with them and their cases what the lists are sorted and filtered by. Called with their
 * organisations locked, after their leaks have been counted (P-LIST-9).
 */
export const storeJudgements = async (
  database: Queryable,
  { which, parameters, at }: JudgedAddresses,
): Promise<void> => {
  const listed = await database.query(addressSchema, listedSql(which), parameters)
  for (let start = 0; start < listed.length; start += ADDRESSES_AT_ONCE)
    await keepBatch(
      database,
      listed.slice(start, start + ADDRESSES_AT_ONCE).map(({ id }) => id),
      at,
    )
}

/** An organisation with addresses whose points hold no longer, which nobody else works on. */
const CLAIM = `SELECT organisation.id::text AS id FROM organisation
  WHERE id IN (SELECT organisation_id FROM monitored_address WHERE judged_until < $1::date)
  ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
const DUE = `id IN (SELECT id FROM monitored_address WHERE organisation_id = $1::bigint AND judged_until < $2::date
  ORDER BY judged_until, id LIMIT ${ADDRESSES_AT_ONCE})`

/** Judges the addresses anew whose findings have aged since, or about whose sources something else was told. */
export const judgeAnew = async (database: Database, at: Date): Promise<void> => {
  const today = saoPauloDay(at)
  for (;;) {
    const found = await database.transaction(async (transaction) => {
      const [organisation] = await transaction.query(object({ id: string() }), CLAIM, [today])
      if (organisation === undefined) return false
      await storeJudgements(transaction, { which: DUE, parameters: [organisation.id, today], at })
      return true
    })
    if (!found) return
  }
}

/** Waits for nobody: whoever holds an address counts it, and judges it then. */
const ALL_DUE = `UPDATE monitored_address SET judged_until = '-infinity'
  WHERE id IN (SELECT id FROM monitored_address WHERE leaks > 0 FOR UPDATE SKIP LOCKED)`

/** Has all addresses judged anew soon: a source is of another kind, or sightings are gone. */
export const markAllDue = async (database: Queryable): Promise<void> => {
  await database.execute(ALL_DUE)
}

export type JudgingOptions = {
  readonly database: Database
  readonly clock: Clock
  /** Called with what went wrong; it is tried again a minute later. */
  readonly onFailure: (error: unknown) => void
}

/** Judges anew now and each minute what has to be. Several processes may do it at once. */
export const startJudging = ({ database, clock, onFailure }: JudgingOptions): Repeated =>
  repeat({ everyMs: CHECK_EVERY_MS, work: () => judgeAnew(database, clock()), onFailure })
