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
import { randomBytes } from 'node:crypto'
import { number, object, string } from 'zod/mini'
import { grantedRow } from './records.ts'

const MOVE_COLUMNS = sql`id, remote, channel, action, version, previous, candidate, percent, audience, who, approved_by AS "approvedBy", why, overruled,
  to_json(at) #>> '{}' AS at`

/**
 * Milliseconds after which an order is not carried out any more: its sender has stopped waiting, or soon will
 * (M-CHANNEL-8).
 */
export const ORDER_LIMIT_MS = 15_000

/** The one who waits for the result of an order. */
export type Caller = {
  /** Aborted when nobody waits any more: what is not committed by then is not carried out. */
  readonly signal?: AbortSignal | undefined
}

/** The end of an order that begins now, for its transaction. */
export const orderLimits = ({ signal }: Caller) => {
  const end = performance.now() + ORDER_LIMIT_MS
  return () => ({ signal, withinMs: Math.max(end - performance.now(), 0) })
}

/** The PostgreSQL notification channel (LISTEN) on which gateways learn of a new revision. */
export const REVISION_NOTICES = 'gateway_revision'

export const readRevision = async (db: Queryable): Promise<number> =>
  (await db.query(object({ value: number() }), sql`SELECT value FROM gateway.revision`))[0]?.value ?? 0

/**
 * Increments the revision, which all gateways follow. The row stays locked until the transaction ends, so that changes
 * run one after the other: no two of them judge the same state (M-CHANNEL-9).
 */
export const advanceRevision = (tx: Queryable): Promise<number> =>
  tx.execute(sql`UPDATE gateway.revision SET value = value + 1`)

/** Notifies the other gateways of the new revision, once the transaction has committed. */
export const announceRevision = (tx: Queryable): Promise<number> =>
  tx.execute(sql`SELECT pg_notify(${REVISION_NOTICES}, ${''})`)

export const listPointers = (db: Queryable): Promise<Pointer[]> =>
  db.query(
    pointerRow,
    sql`SELECT remote, channel, version, candidate, percent, audience, move, held FROM gateway.channel ORDER BY remote, channel`,
  )

/** The newest 500 moves of a remote on all channels, the newest first. */
export const listMoves = (db: Queryable, remote: string): Promise<Move[]> =>
  db.query(moveRow, sql`SELECT ${MOVE_COLUMNS} FROM gateway.move WHERE remote = ${remote} ORDER BY id DESC LIMIT 500`)

/**
 * The version for everybody before the newest promotion that was not rolled back; `null`: nothing that was published. A
 * rollback undoes one promotion, so the next rollback goes further back and never to what was just taken back
 * (M-CHANNEL-3).
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
 * Writes the move into the history, ends what was held, points the channel to its versions and to the one that all its
 * browsers got before, and announces the new revision (M-CHANNEL-2, M-CHANNEL-7).
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

/** The fallback versions of channels that are kept, by {@link channelKey}. */
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

/** Marks the promotion of a channel's newest move as held; `false` if it is, or is not the newest any more. */
export const markHeld = async (db: Queryable, move: number, why: string): Promise<boolean> =>
  (await db.execute(sql`UPDATE gateway.channel SET held = ${why} WHERE move = ${move} AND held IS NULL`)) === 1

const SIGNING_SECRET = 'signing-secret'

/**
 * The secret that signs what browsers carry (ids, overrides): 32 bytes in hex. All gateways of one database share it;
 * the first one makes it.
 */
export const readSigningSecret = async (db: Queryable): Promise<string> => {
  await db.execute(
    sql`INSERT INTO gateway.setting (key, value) VALUES (${SIGNING_SECRET}, ${randomBytes(32).toString('hex')}) ON CONFLICT DO NOTHING`,
  )
  const [found] = await db.query(
    object({ value: string() }),
    sql`SELECT value FROM gateway.setting WHERE key = ${SIGNING_SECRET}`,
  )
  if (!found) throw new Error(`setting ${SIGNING_SECRET}: it is gone`)
  return found.value
}

/** The grants of all remotes, in the order of the remotes' names. */
export const listGrants = (db: Queryable): Promise<GrantedTo[]> =>
  db.query(grantedRow, sql`SELECT remote, grant_name AS "grant" FROM gateway.granted ORDER BY remote, grant_name DESC`)

/** A change of rights, as it is written. */
export type NewGrantChange = Omit<GrantChange, 'at'>

/** Gives a grant, takes one back, reserves a prefix or releases it, and writes that into the history (M-GRANT-5). */
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

/** The newest 200 changes of a remote's rights, the newest first. */
export const listGrantChanges = (db: Queryable, remote: string): Promise<GrantChange[]> =>
  db.query(
    grantChangeRow,
    sql`SELECT remote, act, subject, who, why, to_json(at) #>> '{}' AS at FROM gateway.grant_change
     WHERE remote = ${remote} ORDER BY id DESC LIMIT 200`,
  )

/** The reserved prefixes of all remotes, in the order of the remotes' names. */
export const listOwned = (db: Queryable): Promise<OwnedPrefix[]> =>
  db.query(ownedRow, sql`SELECT remote, prefix FROM gateway.owned_prefix ORDER BY remote, prefix`)
