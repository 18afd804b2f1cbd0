import type { Queryable } from '@atalaia/database'
import { number, object } from 'zod/mini'
import { moveRow, pointerRow, turnRow, type Move, type Pointer, type Turn } from './rows.ts'

const moveColumns = `id, remote, channel, action, version, previous, candidate, percent, who, why, overruled,
  to_json(at) #>> '{}' AS at`

/** The PostgreSQL channel on which gateways tell each other of a new revision. */
export const NOTICES = 'gateway_revision'

export const readRevision = async (db: Queryable): Promise<number> =>
  (await db.query(object({ value: number() }), 'SELECT value FROM gateway.revision'))[0]?.value ?? 0

/** Holds back every other move until the transaction ends: two moves never judge the same state. */
export const lockMoves = (db: Queryable): Promise<number> => db.execute('UPDATE gateway.revision SET value = value + 1')

export const announce = (db: Queryable): Promise<number> => db.execute('SELECT pg_notify($1, $2)', [NOTICES, ''])

export const listPointers = (db: Queryable): Promise<Pointer[]> =>
  db.query(
    pointerRow,
    'SELECT remote, channel, version, candidate, percent, move FROM gateway.channel ORDER BY remote, channel',
  )

export const listMoves = (db: Queryable, remote: string): Promise<Move[]> =>
  db.query(moveRow, `SELECT ${moveColumns} FROM gateway.move WHERE remote = $1 ORDER BY id DESC LIMIT 500`, [remote])

/** All moves of a channel, the oldest first. */
export const listTurns = (db: Queryable, remote: string, channel: string): Promise<Turn[]> =>
  db.query(
    turnRow,
    'SELECT action, version, previous FROM gateway.move WHERE remote = $1 AND channel = $2 ORDER BY id',
    [remote, channel],
  )

export type NewMove = Omit<Move, 'id' | 'at'>

/** Writes the move into the history and points the channel to what it says. */
export const recordMove = async (db: Queryable, move: NewMove): Promise<Move> => {
  const { remote, channel, action, version, previous, candidate, percent, who, why, overruled } = move
  const [made] = await db.query(
    moveRow,
    `INSERT INTO gateway.move (remote, channel, action, version, previous, candidate, percent, who, why, overruled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${moveColumns}`,
    [remote, channel, action, version, previous, candidate, percent, who, why, JSON.stringify(overruled)],
  )
  if (!made) throw new Error(`${remote}: the move was not written`)
  await db.execute(
    `INSERT INTO gateway.channel (remote, channel, version, candidate, percent, move) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (remote, channel) DO UPDATE SET version = excluded.version, candidate = excluded.candidate,
       percent = excluded.percent, move = excluded.move`,
    [remote, channel, version, candidate, percent, made.id],
  )
  // A version that was replaced is kept from now on for the stated time.
  await db.execute('UPDATE gateway.artifact SET promoted_at = now() WHERE name = $1 AND version IN ($2, $3, $4)', [
    remote,
    version,
    previous,
    candidate,
  ])
  await announce(db)
  return made
}
