import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { createHash } from 'node:crypto'
import { number, object } from 'zod/mini'
import { useRow, type ModuleUse, type Share } from './records.ts'

/** Records that a gateway serves this shell now. */
export const recordShell = async (db: Queryable, manifest: ShellManifest): Promise<void> => {
  const json = JSON.stringify(manifest)
  const id = createHash('sha256').update(json).digest('hex').slice(0, 32)
  await db.execute(
    `INSERT INTO gateway.shell (id, manifest) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [id, json],
  )
}

/** Shells that a gateway served within the last two minutes. */
export const liveShells = async (db: Queryable): Promise<ShellManifest[]> =>
  (
    await db.query(
      object({ manifest: shellManifestSchema }),
      `SELECT manifest FROM gateway.shell WHERE seen_at > now() - interval '2 minutes'`,
    )
  ).map(({ manifest }) => manifest)

/** Records that `consumer` uses a module now. */
export const recordUse = async (db: Queryable, { remote, module, consumer }: ModuleUse): Promise<void> => {
  await db.execute(
    `INSERT INTO gateway.module_use (remote, module, consumer) VALUES ($1, $2, $3)
     ON CONFLICT (remote, module, consumer) DO UPDATE SET seen_at = now()`,
    [remote, module, consumer],
  )
}

/** Uses of a remote's modules within the last 30 days. */
export const listUses = (db: Queryable, remote: string): Promise<ModuleUse[]> =>
  db.query(
    useRow,
    `SELECT remote, module, consumer FROM gateway.module_use
     WHERE remote = $1 AND seen_at > now() - interval '30 days' ORDER BY consumer, module`,
    [remote],
  )

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
}

/** Reports count for this long. */
const WINDOW = "interval '24 hours'"
/** A browser is established if its id is older than the move by this time, so that a promotion makes none. */
const ESTABLISHED_BEFORE = "interval '10 minutes'"
/** Interval at which a browser that goes on reporting the same is written again. */
const REFRESH_AFTER = "interval '1 hour'"

/**
 * Records an activation; `false` when it changes no count. A browser counts once for a move, and as failed once it has
 * failed. At most `perNetwork` browsers count from one network, also when their reports arrive at the same time.
 * Rejects after `withinMs` milliseconds.
 */
export const recordActivation = (
  db: Database,
  { move, version, browser, network, knownSince, failed }: ActivationRecord,
  perNetwork: number,
  withinMs: number,
): Promise<boolean> =>
  db.transaction(
    async (tx) => {
      await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`activation ${move} ${network}`])
      const written = await tx.execute(
        `INSERT INTO gateway.activation AS known (move, version, browser, network, failed, established)
       SELECT $1::int, $2::text, $3::text, $4::text, $5::boolean,
         (SELECT to_timestamp($6::double precision / 1000) < at - ${ESTABLISHED_BEFORE} FROM gateway.move WHERE id = $1::int)
       WHERE (SELECT count(*) FROM gateway.activation WHERE move = $1::int AND network = $4::text AND browser <> $3::text) < $7::int
       ON CONFLICT (move, browser) DO UPDATE SET at = now(), version = excluded.version,
         failed = (known.failed AND known.at > now() - ${WINDOW}) OR excluded.failed
       WHERE (excluded.failed AND NOT known.failed) OR known.at < now() - ${REFRESH_AFTER}`,
        [move, version, browser, network, failed, knownSince, perNetwork],
      )
      return written > 0
    },
    { withinMs },
  )

/** The reports about one version within the last 24 h, counted in two ways. */
export type Evidence = {
  /** All browsers. */
  readonly browsers: Share
  /** Established browsers, and the networks that they are in: a network has failed if half of its browsers or more have. */
  readonly established: number
  readonly networks: Share
}

const evidenceRow = object({
  seen: number(),
  failed: number(),
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
    `WITH browser AS (
       SELECT a.browser, min(a.network) AS network, bool_or(a.failed) AS failed, bool_or(a.established) AS established
       FROM gateway.activation a JOIN gateway.move m ON m.id = a.move
       WHERE m.remote = $1 AND m.channel = $2 AND coalesce(a.version, m.candidate, m.version) = $3
         AND a.at > now() - ${WINDOW} AND ($4::int IS NULL OR m.id = $4::int)
       GROUP BY a.browser
     ), network AS (
       SELECT count(*) FILTER (WHERE failed) * 2 >= count(*) AS failed FROM browser WHERE established GROUP BY network
     )
     SELECT count(*)::int AS seen, (count(*) FILTER (WHERE failed))::int AS failed,
       (count(*) FILTER (WHERE established))::int AS established,
       (SELECT count(*)::int FROM network) AS networks,
       (SELECT (count(*) FILTER (WHERE failed))::int FROM network) AS "failedNetworks"
     FROM browser`,
    [remote, channel, version, move ?? null],
  )
  if (!found) throw new Error(`${remote} ${version}: reports were not counted`)
  const { seen, failed, established, networks, failedNetworks } = found
  return { browsers: { seen, failed }, established, networks: { seen: networks, failed: failedNetworks } }
}
