import {
  grantChangeRow,
  type GrantChange,
  type GrantedTo,
  type Move,
  moveRow,
  ownedRow,
  type OwnedPrefix,
  type Pointer,
  pointerRow,
} from '@atalaia/artifact'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { number, object, string } from 'zod/mini'
import { grantedRow } from './records.ts'

const MOVE_COLUMNS = sql`id, remote, channel, action, version, previous, candidate, percent, audience, who, approved_by AS "approvedBy", why, overruled,
  to_json(at) #>> '{}' AS at`

/** Milliseconds after which an order has no effect: its sender has stopped waiting (M-CHANNEL-8). */
export const ORDER_LIMIT_MS = 15_000

export type Caller = {
  /** Aborted when the caller leaves. An uncommitted order then has no effect. */
  readonly signal?: AbortSignal | undefined
}

export const orderLimits = ({ signal }: Caller) => {
  const end = performance.now() + ORDER_LIMIT_MS
  return () => ({ signal, withinMs: Math.max(end - performance.now(), 0) })
}

/** PostgreSQL channel (LISTEN) for new revisions. */
export const REVISION_NOTICES = 'gateway_revision'

export const readRevision = async (db: Queryable): Promise<number> =>
  (await db.query(object({ value: number() }), sql`SELECT value FROM gateway.revision`))[0]?.value ?? 0

/**
 * Increments the revision and locks its row until the end of the transaction, so that changes run
 * in sequence (M-CHANNEL-9).
 */
export const advanceRevision = (tx: Queryable): Promise<number> =>
  tx.execute(sql`UPDATE gateway.revision SET value = value + 1`)

/** Notifies other gateways after the commit. */
export const announceRevision = (tx: Queryable): Promise<number> =>
  tx.execute(sql`SELECT pg_notify(${REVISION_NOTICES}, ${''})`)

export const listPointers = (db: Queryable): Promise<Pointer[]> =>
  db.query(
    pointerRow,
    sql`SELECT remote, channel, version, candidate, percent, audience, move, held FROM gateway.channel ORDER BY remote, channel`,
  )

/** The newest 500 moves on all channels. */
export const listMoves = (db: Queryable, remote: string): Promise<Move[]> =>
  db.query(moveRow, sql`SELECT ${MOVE_COLUMNS} FROM gateway.move WHERE remote = ${remote} ORDER BY id DESC LIMIT 500`)

/**
 * The stable version before the newest promotion that was not rolled back. `null`: no published
 * version. A second rollback goes further back (M-CHANNEL-3).
 */
export const versionBefore = async (db: Queryable, remote: string, channel: string): Promise<string | null> => {
  const standing: string[] = []
  const changes = await db.query(
    object({ action: moveRow.shape.action, version: moveRow.shape.version, previous: moveRow.shape.previous }),
    sql`SELECT action, version, previous FROM gateway.move WHERE remote = ${remote} AND channel = ${channel} ORDER BY id`,
  )
  for (const { action, version, previous } of changes) {
    if (action === 'promote' && version !== null && version !== standing.at(-1)) standing.push(version)
    // The end of a canary leaves what everyone gets as it is.
    if (action === 'rollback' && previous === standing.at(-1)) standing.pop()
  }
  return standing.at(-2) ?? null
}

export type NewMove = Omit<Move, 'id' | 'at'>

/**
 * Writes the move, ends a hold, points the channel, keeps the fallback version, and announces the
 * revision (M-CHANNEL-2, M-CHANNEL-7).
 */
export const recordMove = async (db: Queryable, move: NewMove): Promise<Move> => {
  const { remote, channel, action, version, previous, candidate, percent, who, why, overruled } = move
  const audience = move.audience === null ? null : JSON.stringify(move.audience)
  const [made] = await db.query(
    moveRow,
    sql`INSERT INTO gateway.move (remote, channel, action, version, previous, candidate, percent, who, why, overruled, audience, approved_by)
     VALUES (${remote}, ${channel}, ${action}, ${version}, ${previous}, ${candidate}, ${percent}, ${who}, ${why}, ${JSON.stringify(overruled)}, ${audience}, ${move.approvedBy}) RETURNING ${MOVE_COLUMNS}`,
  )
  if (!made) throw new Error(`${remote}: the move was not written`)
  await db.execute(
    sql`INSERT INTO gateway.channel (remote, channel, version, candidate, percent, move, audience) VALUES (${remote}, ${channel}, ${version}, ${candidate}, ${percent}, ${made.id}, ${audience})
     ON CONFLICT (remote, channel) DO UPDATE SET version = excluded.version, candidate = excluded.candidate,
       percent = excluded.percent, audience = excluded.audience, move = excluded.move, held = NULL`,
  )
  const fallback = await versionBefore(db, remote, channel)
  await db.execute(
    sql`UPDATE gateway.channel SET fallback = ${fallback} WHERE remote = ${remote} AND channel = ${channel}`,
  )
  // A version that was replaced is kept from now on for the stated time.
  await db.execute(
    sql`UPDATE gateway.artifact SET promoted_at = now() WHERE name = ${remote} AND version IN (${version}, ${previous}, ${candidate})`,
  )
  await announceRevision(db)
  return made
}

/** Fallback versions that the store keeps, by {@link channelKey}. */
export const listFallbacks = async (db: Queryable): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.query(
        object({ remote: string(), channel: string(), fallback: string() }),
        sql`SELECT c.remote, c.channel, c.fallback FROM gateway.channel c
         JOIN gateway.artifact a ON a.name = c.remote AND a.version = c.fallback WHERE a.pruned_at IS NULL`,
      )
    ).map(({ fallback, ...of }) => [channelKey(of), fallback]),
  )

export const channelKey = ({ remote, channel }: Pick<Pointer, 'remote' | 'channel'>): string => `${remote} ${channel}`

/** `false` when the move is held already or is not the newest. */
export const markHeld = async (db: Queryable, move: number, why: string): Promise<boolean> =>
  (await db.execute(sql`UPDATE gateway.channel SET held = ${why} WHERE move = ${move} AND held IS NULL`)) === 1

const SIGNING_SECRET = 'signing-secret'

/**
 * Signs what browsers carry (ids, overrides): 32 bytes in hex. The first gateway makes it, all
 * share it.
 */
export const readSigningSecret = async (db: Queryable): Promise<KeyObject> => {
  await db.execute(
    sql`INSERT INTO gateway.setting (key, value) VALUES (${SIGNING_SECRET}, ${randomBytes(32).toString('hex')}) ON CONFLICT DO NOTHING`,
  )
  const [found] = await db.query(
    object({ value: string() }),
    sql`SELECT value FROM gateway.setting WHERE key = ${SIGNING_SECRET}`,
  )
  if (!found) throw new Error(`setting ${SIGNING_SECRET}: it is gone`)
  return createSecretKey(found.value, 'utf8')
}

/** Ordered by remote. */
export const listGrants = (db: Queryable): Promise<GrantedTo[]> =>
  db.query(grantedRow, sql`SELECT remote, grant_name AS "grant" FROM gateway.granted ORDER BY remote, grant_name DESC`)

export type NewGrantChange = Omit<GrantChange, 'at'>

/** Grants, revokes, reserves or releases, and writes the history (M-GRANT-5). */
export const changeGrant = async (tx: Queryable, change: NewGrantChange): Promise<void> => {
  const { remote, act, subject, who, why } = change
  await tx.execute(changeOf(change))
  await tx.execute(
    sql`INSERT INTO gateway.grant_change (remote, act, subject, who, why) VALUES (${remote}, ${act}, ${subject}, ${who}, ${why})`,
  )
}

const changeOf = ({ act, remote, subject }: NewGrantChange): Sql => {
  if (act === 'granted') return sql`INSERT INTO gateway.granted (remote, grant_name) VALUES (${remote}, ${subject})`
  if (act === 'revoked') return sql`DELETE FROM gateway.granted WHERE remote = ${remote} AND grant_name = ${subject}`
  if (act === 'owned') return sql`INSERT INTO gateway.owned_prefix (remote, prefix) VALUES (${remote}, ${subject})`
  return sql`DELETE FROM gateway.owned_prefix WHERE remote = ${remote} AND prefix = ${subject}`
}

export const listGrantChanges = (db: Queryable, remote: string): Promise<GrantChange[]> =>
  db.query(
    grantChangeRow,
    sql`SELECT remote, act, subject, who, why, to_json(at) #>> '{}' AS at FROM gateway.grant_change
     WHERE remote = ${remote} ORDER BY id DESC LIMIT 200`,
  )

/** Ordered by remote. */
export const listOwned = (db: Queryable): Promise<OwnedPrefix[]> =>
  db.query(ownedRow, sql`SELECT remote, prefix FROM gateway.owned_prefix ORDER BY remote, prefix`)
