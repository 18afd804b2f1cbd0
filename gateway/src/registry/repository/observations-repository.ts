import { shellIdOf } from '@atalaia/artifact'
import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import { sql, type Database, type Queryable } from '@atalaia/database'
import type { Share } from '../canary/always-valid.ts'
import { REPORT_WINDOW, type CanaryReports, type MeasureRecord } from './reports-repository.ts'
import { number, object } from 'zod/mini'
import type { ModuleUse } from './records.ts'

/** Facts about shells, portals and browsers for the gate and the automatic rollback. */
export type Observations = {
  /** A shell counts as live for two minutes. */
  recordShell(manifest: ShellManifest): Promise<void>
  /** The newest five shells that gateways served. Empty when this shell was among all of them. */
  shellsBefore(manifest: ShellManifest): Promise<readonly ShellManifest[]>
  recordUse(use: ModuleUse): Promise<void>
  /**
   * A browser counts once per move, and at most `perNetwork` browsers per network. `false` when no
   * count changes.
   */
  recordActivation(activation: ActivationRecord, perNetwork: number): Promise<boolean>
  /** Counts measures like activations. */
  recordMeasures(measured: MeasureRecord, perNetwork: number): Promise<boolean>
  /** Reports of the last 24 h about a version on a channel. `move` limits them to one move. */
  evidence(of: { remote: string; channel: string; version: string; move?: number }): Promise<Evidence>
  /** Reports of the last 24 h about a canary and the stable version in the same time. */
  canaryReports(of: { remote: string; channel: string; canary: string; stable: string }): Promise<CanaryReports>
}

export const recordShell = async (db: Queryable, manifest: ShellManifest): Promise<void> => {
  await db.execute(
    sql`INSERT INTO gateway.shell (id, manifest) VALUES (${shellIdOf(manifest)}, ${JSON.stringify(manifest)}) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
  )
}

/** The newest five shells that gateways served. Empty when this shell was among all of them. */
export const shellsBefore = async (db: Queryable, manifest: ShellManifest): Promise<ShellManifest[]> => {
  const rows = await db.query(
    object({ manifest: shellManifestSchema }),
    sql`SELECT manifest FROM gateway.shell WHERE NOT EXISTS (SELECT FROM gateway.shell WHERE id = ${shellIdOf(manifest)})
    ORDER BY seen_at DESC LIMIT 5`,
  )
  return rows.map((row) => row.manifest)
}

export const recordUse = async (db: Queryable, { remote, module, consumer }: ModuleUse): Promise<void> => {
  await db.execute(
    sql`INSERT INTO gateway.module_use (remote, module, consumer) VALUES (${remote}, ${module}, ${consumer})
     ON CONFLICT (remote, module, consumer) DO UPDATE SET seen_at = now()`,
  )
}

export type ActivationRecord = {
  /** Newest move that gave the browser this version. */
  readonly move: number
  readonly version: string
  readonly browser: string
  /** A few browsers count per network. */
  readonly network: string
  /** Milliseconds since 1970 of the browser's id. */
  readonly knownSince: number
  readonly failed: boolean
  readonly phase?: string | undefined
  /** A screen threw after it was shown. */
  readonly crashed: boolean
  /** The browser was in the audience of the canary. */
  readonly inAudience: boolean
}

/** An established browser has an id that is older than the move by this time (M-ROLLBACK-7). */
const ESTABLISHED_BEFORE = sql`interval '10 minutes'`
/** A browser that repeats its report is written again after this time. */
const REFRESH_AFTER = sql`interval '1 hour'`

/**
 * Records an activation. `false` when no count changes. A browser counts once per move; once failed
 * or crashed, it stays so (M-ROLLBACK-2). At most `perNetwork` browsers count per network, also in
 * parallel. Rejects after `withinMs`.
 */
export const recordActivation = async (
  db: Database,
  { move, version, browser, network, knownSince, failed, phase, crashed, inAudience }: ActivationRecord,
  perNetwork: number,
  withinMs: number,
): Promise<boolean> => {
  const written = await db.executeAlone(
    `activation ${move} ${network}`,
    sql`INSERT INTO gateway.activation AS known (move, version, browser, network, failed, phase, crashed, in_audience, established)
     SELECT ${move}::int, ${version}::text, ${browser}::text, ${network}::text, ${failed}::boolean, ${failed ? phase : undefined}::text, ${crashed}::boolean, ${inAudience}::boolean,
       (SELECT to_timestamp(${knownSince}::double precision / 1000) < at - ${ESTABLISHED_BEFORE} FROM gateway.move WHERE id = ${move}::int)
     WHERE (SELECT count(*) FROM gateway.activation WHERE move = ${move}::int AND network = ${network}::text AND browser <> ${browser}::text) < ${perNetwork}::int
     ON CONFLICT (move, browser) DO UPDATE SET at = now(), version = excluded.version, in_audience = excluded.in_audience,
       failed = (known.failed AND known.at > now() - ${REPORT_WINDOW}) OR excluded.failed,
       phase = coalesce(excluded.phase, known.phase),
       crashed = (known.crashed AND known.at > now() - ${REPORT_WINDOW}) OR excluded.crashed
     WHERE (excluded.failed AND NOT known.failed) OR (excluded.crashed AND NOT known.crashed) OR known.at < now() - ${REFRESH_AFTER}`,
    { withinMs },
  )
  return written > 0
}

/** Reports of the last 24 h about one version, counted in two ways. */
export type Evidence = {
  readonly browsers: Share
  /** All browsers. Failed: a screen threw after it was shown. */
  readonly crashes: Share
  /**
   * Established browsers and their networks. A network fails when half of its browsers failed
   * (M-ROLLBACK-3).
   */
  readonly established: number
  readonly networks: Share
}

const evidenceRow = object({
  seen: number(),
  failed: number(),
  crashed: number(),
  established: number(),
  networks: number(),
  failedNetworks: number(),
})

/** Counts the reports about a version on a channel. `move` limits them to one move. */
export const activationEvidence = async (
  db: Queryable,
  { remote, channel, version, move }: { remote: string; channel: string; version: string; move?: number },
): Promise<Evidence> => {
  const [found] = await db.query(
    evidenceRow,
    sql`WITH browser AS (
       SELECT a.browser, min(a.network) AS network, bool_or(a.failed) AS failed,
         bool_or(a.crashed) AS crashed, bool_or(a.established) AS established
       FROM gateway.activation a JOIN gateway.move m ON m.id = a.move
       WHERE m.remote = ${remote} AND m.channel = ${channel} AND coalesce(a.version, m.candidate, m.version) = ${version}
         AND a.at > now() - ${REPORT_WINDOW} AND (${move ?? null}::int IS NULL OR m.id = ${move ?? null}::int)
       GROUP BY a.browser
     ), network AS (
       SELECT count(*) FILTER (WHERE failed) * 2 >= count(*) AS failed FROM browser WHERE established GROUP BY network
     )
     SELECT count(*)::int AS seen, (count(*) FILTER (WHERE failed))::int AS failed,
       (count(*) FILTER (WHERE crashed))::int AS crashed,
       (count(*) FILTER (WHERE established))::int AS established,
       (SELECT count(*)::int FROM network) AS networks,
       (SELECT (count(*) FILTER (WHERE failed))::int FROM network) AS "failedNetworks"
     FROM browser`,
  )
  if (!found) throw new Error(`${remote} ${version}: reports were not counted`)
  const { seen, failed, crashed, established, networks, failedNetworks } = found
  return {
    browsers: { seen, failed },
    crashes: { seen, failed: crashed },
    established,
    networks: { seen: networks, failed: failedNetworks },
  }
}
