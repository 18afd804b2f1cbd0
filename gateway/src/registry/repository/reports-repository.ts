import { type Database, type Queryable, sql, type Sql } from '@atalaia/database'
import { boolean, enum as zEnum, nullable, number, object, string } from 'zod/mini'
import type { Period, Share } from '../canary/always-valid.ts'
import type { MeasuredPeriods, PhaseFailures } from '../canary/judge-canary.ts'
import { MEASURES, type Measure } from '../canary/measures.ts'

/** A browser's report counts this long (M-ROLLBACK-8), in SQL. */
export const REPORT_WINDOW = sql`interval '24 hours'`

export type MeasureRecord = {
  readonly move: number
  readonly version: string
  readonly browser: string
  readonly network: string
  readonly measures: readonly Measure[]
}

/**
 * Records measures. `false` when no count changes. A browser counts once per move and metric; once
 * bad, it stays bad. At most `perNetwork` browsers count per network, also in parallel. Rejects
 * after `withinMs` milliseconds.
 */
export const recordMeasures = async (
  db: Database,
  { move, version, browser, network, measures }: MeasureRecord,
  perNetwork: number,
  withinMs: number,
): Promise<boolean> => {
  const written = await db.executeAlone(
    `measure ${move} ${network}`,
    sql`INSERT INTO gateway.measure AS known (move, browser, metric, version, network, bad)
     SELECT ${move}::int, ${browser}::text, m.metric, ${version}::text, ${network}::text, m.bad
     FROM jsonb_to_recordset(${JSON.stringify(measures)}::jsonb) AS m (metric text, bad boolean)
     WHERE (SELECT count(DISTINCT browser) FROM gateway.measure WHERE move = ${move}::int AND network = ${network}::text AND browser <> ${browser}::text) < ${perNetwork}::int
     ON CONFLICT (move, browser, metric) DO UPDATE SET bad = true, at = now() WHERE excluded.bad AND NOT known.bad`,
    { withinMs },
  )
  return written > 0
}

/** Reports since the canary began, or since an operator last overruled the gate. */
export type CanaryReports = {
  /** One period per move. */
  readonly browsers: readonly Period[]
  /** One established browser per network. */
  readonly votes: readonly Period[]
  readonly phases: readonly PhaseFailures[]
  readonly measures: readonly MeasuredPeriods[]
}

const periodRow = object({
  move: number(),
  percent: number(),
  canary: boolean(),
  seen: number(),
  failed: number(),
  votes: number(),
  failedVotes: number(),
})
const measureRow = object({
  metric: zEnum(MEASURES),
  move: number(),
  percent: number(),
  canary: boolean(),
  seen: number(),
  failed: number(),
})
const phaseRow = object({ phase: nullable(string()), canary: number(), stable: number() })

/**
 * Moves with this canary and stable version, and the reports of browsers in the audience since then
 * (M-AUDIENCE-6). The id of a browser decides its version, so the smallest id of a network is a
 * fair sample.
 */
const line = (remote: string, channel: string, canary: string, stable: string) => sql`WITH line AS (
    SELECT id, percent FROM gateway.move
    WHERE remote = ${remote} AND channel = ${channel} AND candidate = ${canary}::text AND version = ${stable}::text
      AND id > coalesce((SELECT max(id) FROM gateway.move WHERE remote = ${remote} AND channel = ${channel}
        AND (candidate IS DISTINCT FROM ${canary}::text OR version IS DISTINCT FROM ${stable}::text)), 0)
      AND id >= coalesce((SELECT max(id) FROM gateway.move WHERE remote = ${remote} AND channel = ${channel} AND overruled <> '[]'), 0)
  )`

const canaryReportsSql = (moves: Sql, canary: string, stable: string) => sql`${moves}, browser AS (
    SELECT line.id AS move, line.percent, a.version = ${canary}::text AS canary, a.failed, a.phase, a.established AND
      a.browser = min(a.browser) FILTER (WHERE a.established) OVER (PARTITION BY line.id, a.network) AS votes
    FROM gateway.activation a JOIN line ON line.id = a.move
    WHERE a.at > now() - ${REPORT_WINDOW} AND a.version IN (${canary}::text, ${stable}::text) AND a.in_audience
  )`

/** Counts the reports about both versions in the same time. */
export const canaryReports = async (
  db: Queryable,
  { remote, channel, canary, stable }: { remote: string; channel: string; canary: string; stable: string },
): Promise<CanaryReports> => {
  const moves = line(remote, channel, canary, stable)
  const reports = canaryReportsSql(moves, canary, stable)
  const rows = await db.query(
    periodRow,
    sql`${reports} SELECT move, percent, canary, count(*)::int AS seen, (count(*) FILTER (WHERE failed))::int AS failed,
       (count(*) FILTER (WHERE votes))::int AS votes, (count(*) FILTER (WHERE votes AND failed))::int AS "failedVotes"
     FROM browser GROUP BY move, percent, canary ORDER BY move`,
  )
  const phases = await db.query(
    phaseRow,
    sql`${reports} SELECT phase, (count(*) FILTER (WHERE canary))::int AS canary,
       (count(*) FILTER (WHERE NOT canary))::int AS stable
     FROM browser WHERE failed AND move = (SELECT max(id) FROM line) GROUP BY phase ORDER BY 2 DESC, 1 LIMIT 20`,
  )
  const measured = await db.query(
    measureRow,
    sql`${moves} SELECT metric, line.id AS move, percent, a.version = ${canary}::text AS canary, count(*)::int AS seen,
       (count(*) FILTER (WHERE bad))::int AS failed
     FROM gateway.measure a JOIN line ON line.id = a.move
     WHERE a.at > now() - ${REPORT_WINDOW} AND a.version IN (${canary}::text, ${stable}::text) AND metric IN ('calls', 'lcp', 'cls', 'inp')
     GROUP BY 1, 2, 3, 4 ORDER BY line.id`,
  )
  return {
    measures: MEASURES.map((metric) => ({
      metric,
      periods: periodsOf(
        measured.filter((row) => row.metric === metric),
        ({ seen, failed }) => ({ seen, failed }),
      ),
    })).filter(({ periods }) => periods.length > 0),
    browsers: periodsOf(rows, ({ seen, failed }) => ({ seen, failed })),
    votes: periodsOf(rows, ({ votes, failedVotes }) => ({ seen: votes, failed: failedVotes })),
    phases: phases.map((row) => ({ ...row, phase: row.phase ?? 'unknown' })),
  }
}

type Row = { readonly move: number; readonly percent: number; readonly canary: boolean }

const periodsOf = <Counted extends Row>(rows: readonly Counted[], count: (row: Counted) => Share): readonly Period[] =>
  [...new Map(rows.map(({ move, percent }) => [move, percent]))].map(([move, percent]) => {
    const of = (canary: boolean) => rows.filter((row) => row.move === move && row.canary === canary).map(count)[0]
    return { share: percent / 100, canary: of(true) ?? NONE, stable: of(false) ?? NONE }
  })

const NONE: Share = { seen: 0, failed: 0 }
