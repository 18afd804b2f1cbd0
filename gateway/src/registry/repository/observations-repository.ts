import { shellIdOf } from '@atalaia/artifact'
import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import { sql, type Database, type Queryable } from '@atalaia/database'
import type { Share } from '../canary/always-valid.ts'
import { REPORT_WINDOW, type CanaryReports, type MeasureRecord } from './reports-repository.ts'
import { number, object } from 'zod/mini'
import type { ModuleUse } from './records.ts'

/** Facts about shells, portals and browsers, on which the gate and the automatic rollback decide. */
export type Observations = {
  /** A shell counts as live for two minutes. */
  recordShell(manifest: ShellManifest): Promise<void>
  /** The newest five shells that gateways have served; none where this one is among all that were. */
  shellsBefore(manifest: ShellManifest): Promise<readonly ShellManifest[]>
  /** A use counts for 30 days. */
  recordUse(use: ModuleUse): Promise<void>
  /**
   * A browser counts once for a move; at most `perNetwork` browsers count from one network. `false` when the activation
   * changes no count.
   */
  recordActivation(activation: ActivationRecord, perNetwork: number): Promise<boolean>
  /** The measures of a browser, counted as activations are. */
  recordMeasures(measured: MeasureRecord, perNetwork: number): Promise<boolean>
  /** The reports of the last 24 h about a version on a channel; with `move`, since that move alone. */
  evidence(of: { remote: string; channel: string; version: string; move?: number }): Promise<Evidence>
  /** The reports of the last 24 h about a canary version and the stable one, at the same time. */
  canaryReports(of: { remote: string; channel: string; canary: string; stable: string }): Promise<CanaryReports>
}

/** Records that a gateway serves this shell now. */
export const recordShell = async (db: Queryable, manifest: ShellManifest): Promise<void> => {
  await db.execute(
    sql`INSERT INTO gateway.shell (id, manifest) VALUES (${shellIdOf(manifest)}, ${JSON.stringify(manifest)}) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
  )
}

/** The newest five shells that gateways have served; none where this one is among all that were. */
export const shellsBefore = async (db: Queryable, manifest: ShellManifest): Promise<ShellManifest[]> => {
  const rows = await db.query(
    object({ manifest: shellManifestSchema }),
    sql`SELECT manifest FROM gateway.shell WHERE NOT EXISTS (SELECT FROM gateway.shell WHERE id = ${shellIdOf(manifest)})
    ORDER BY seen_at DESC LIMIT 5`,
  )
  return rows.map((row) => row.manifest)
}

/** Records that `consumer` uses a module now. */
export const recordUse = async (db: Queryable, { remote, module, consumer }: ModuleUse): Promise<void> => {
  await db.execute(
    sql`INSERT INTO gateway.module_use (remote, module, consumer) VALUES (${remote}, ${module}, ${consumer})
     ON CONFLICT (remote, module, consumer) DO UPDATE SET seen_at = now()`,
  )
}

/** The outcome of activating one version in one browser. */
export type ActivationRecord = {
  /** The newest move of the channel by which the browser was given the version. */
  readonly move: number
  readonly version: string
  readonly browser: string
  /** The network that the report came from: a few browsers count for each. */
  readonly network: string
  /** The time at which the gateway gave the browser its id, in milliseconds since 1970. */
  readonly knownSince: number
  readonly failed: boolean
  /** The phase in which it failed. */
  readonly phase?: string | undefined
  /** Whether a screen threw after it had been shown. */
  readonly crashed: boolean
  /** Whether the browser was in the audience of the canary version. */
  readonly inAudience: boolean
}

/**
 * A browser is established if its id is older than the move by this time, so that a promotion makes none
 * (M-ROLLBACK-7).
 */
const ESTABLISHED_BEFORE = sql`interval '10 minutes'`
/** Interval at which a browser that goes on reporting the same is written again. */
const REFRESH_AFTER = sql`interval '1 hour'`

/**
 * Records an activation; `false` when it changes no count. A browser counts once for a move, and as failed once it has
 * failed; so it does as crashed (M-ROLLBACK-2). At most `perNetwork` browsers count from one network, also when their
 * reports arrive at the same time. Rejects after `withinMs` milliseconds.
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

/** The reports about one version within the last 24 h, counted in two ways. */
export type Evidence = {
  /** All browsers. */
  readonly browsers: Share
  /** All browsers, as failed those in which a screen threw after it had been shown. */
  readonly crashes: Share
  /**
   * Established browsers, and the networks that they are in: a network has failed if half of its browsers or more have
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

/** Counts what browsers reported of a version on a channel; with `move`, since that move alone. */
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
