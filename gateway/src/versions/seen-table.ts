import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { createHash } from 'node:crypto'
import { object } from 'zod/mini'
import { shareRow, useRow, type ModuleUse } from './rows.ts'

/** Says that a gateway serves this shell now. */
export const seeShell = async (db: Queryable, manifest: ShellManifest): Promise<void> => {
  const json = JSON.stringify(manifest)
  const id = createHash('sha256').update(json).digest('hex').slice(0, 32)
  await db.execute(
    `INSERT INTO gateway.shell (id, manifest) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [id, json],
  )
}

/** The shells that some gateway served within the last two minutes. */
export const liveShells = async (db: Queryable): Promise<ShellManifest[]> =>
  (
    await db.query(
      object({ manifest: shellManifestSchema }),
      `SELECT manifest FROM gateway.shell WHERE seen_at > now() - interval '2 minutes'`,
    )
  ).map(({ manifest }) => manifest)

export const seeUse = async (db: Queryable, { remote, module, consumer }: ModuleUse): Promise<void> => {
  await db.execute(
    `INSERT INTO gateway.module_use (remote, module, consumer) VALUES ($1, $2, $3)
     ON CONFLICT (remote, module, consumer) DO UPDATE SET seen_at = now()`,
    [remote, module, consumer],
  )
}

/** Uses of the last 30 days. */
export const listUses = (db: Queryable, remote: string): Promise<ModuleUse[]> =>
  db.query(
    useRow,
    `SELECT remote, module, consumer FROM gateway.module_use
     WHERE remote = $1 AND seen_at > now() - interval '30 days' ORDER BY consumer, module`,
    [remote],
  )

export type Seen = {
  readonly move: number
  readonly browser: string
  readonly address: string
  readonly failed: boolean
}

/** A browser counts once for a move, and as failed when it ever failed; `perAddress`: the most that one address counts. */
export const seeActivation = async (db: Queryable, seen: Seen, perAddress: number): Promise<void> => {
  const { move, browser, address, failed } = seen
  await db.execute(
    `INSERT INTO gateway.activation (move, browser, address, failed)
     SELECT $1::int, $2::text, $3::text, $4::boolean
     WHERE (SELECT count(*) FROM gateway.activation WHERE move = $1::int AND address = $3::text AND browser <> $2::text) < $5::int
     ON CONFLICT (move, browser) DO UPDATE SET failed = gateway.activation.failed OR excluded.failed`,
    [move, browser, address, failed, perAddress],
  )
}

export const shareOf = async (db: Queryable, move: number): Promise<{ seen: number; failed: number }> =>
  (
    await db.query(
      shareRow,
      'SELECT count(*)::int AS seen, (count(*) FILTER (WHERE failed))::int AS failed FROM gateway.activation WHERE move = $1',
      [move],
    )
  )[0] ?? { seen: 0, failed: 0 }

/** A secret that all gateways of one database share; the first one makes it. */
export const sharedSecret = async (db: Queryable, key: string, make: () => string): Promise<string> => {
  const text = object({ value: useRow.shape.remote })
  await db.execute('INSERT INTO gateway.setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, make()])
  const [found] = await db.query(text, 'SELECT value FROM gateway.setting WHERE key = $1', [key])
  if (!found) throw new Error(`setting ${key}: it is gone`)
  return found.value
}
