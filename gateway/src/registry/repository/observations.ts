import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { createHash } from 'node:crypto'
import { object } from 'zod/mini'
import { activationShareRow, useRow, type ActivationShare, type ModuleUse } from './records.ts'

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

/** The outcome of activating a move's version in one browser. */
export type ActivationRecord = {
  readonly move: number
  readonly browser: string
  readonly address: string
  readonly failed: boolean
}

/**
 * Records an activation. A browser counts once for a move, and as failed once it has failed. At most `perAddress`
 * browsers count from one network address.
 */
export const recordActivation = async (
  db: Queryable,
  { move, browser, address, failed }: ActivationRecord,
  perAddress: number,
): Promise<void> => {
  await db.execute(
    `INSERT INTO gateway.activation (move, browser, address, failed)
     SELECT $1::int, $2::text, $3::text, $4::boolean
     WHERE (SELECT count(*) FROM gateway.activation WHERE move = $1::int AND address = $3::text AND browser <> $2::text) < $5::int
     ON CONFLICT (move, browser) DO UPDATE SET failed = gateway.activation.failed OR excluded.failed`,
    [move, browser, address, failed, perAddress],
  )
}

/** Counts the browsers that reported a move's version. */
export const activationShare = async (db: Queryable, move: number): Promise<ActivationShare> =>
  (
    await db.query(
      activationShareRow,
      'SELECT count(*)::int AS seen, (count(*) FILTER (WHERE failed))::int AS failed FROM gateway.activation WHERE move = $1',
      [move],
    )
  )[0] ?? { seen: 0, failed: 0 }
