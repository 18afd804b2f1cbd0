import { rolloutActRow, rolloutRow, type Move, type Rollout, type RolloutAct } from '@atalaia/artifact'
import type { Queryable } from '@atalaia/database'

/** The name under which the gateway moves channels by itself. */
const GATEWAY = 'gateway'

const COLUMNS = `id, remote, channel, version, steps, audience, every_ms::float8 AS every, step, status, who, move,
  to_json(next_at) #>> '{}' AS "nextAt", note`

export type NewRollout = Pick<
  Rollout,
  'remote' | 'channel' | 'version' | 'steps' | 'audience' | 'every' | 'who' | 'move'
>

/** Makes a rollout at its first step; the one that was active on the channel must have ended. */
export const insertRollout = async (tx: Queryable, rollout: NewRollout, why: string | null): Promise<Rollout> => {
  const { remote, channel, version, steps, audience, every, who, move } = rollout
  const [made] = await tx.query(
    rolloutRow,
    `INSERT INTO gateway.rollout (remote, channel, version, steps, audience, every_ms, who, move, next_at)
     VALUES ($1, $2, $3, $4::jsonb, $8::jsonb, $5::bigint, $6, $7, now() + $5::bigint * interval '1 millisecond') RETURNING ${COLUMNS}`,
    [
      remote,
      channel,
      version,
      JSON.stringify(steps),
      every,
      who,
      move,
      audience === null ? null : JSON.stringify(audience),
    ],
  )
  if (!made) throw new Error(`${remote}: the rollout was not written`)
  await recordAct(tx, { rollout: made.id, act: 'started', who, why })
  return made
}

const recordAct = (tx: Queryable, { rollout, act, who, why }: Omit<RolloutAct, 'at'>): Promise<number> =>
  tx.execute('INSERT INTO gateway.rollout_act (rollout, act, who, why) VALUES ($1, $2, $3, $4)', [
    rollout,
    act,
    who,
    why,
  ])

/** The rollout that runs or is paused on a channel. */
export const findActive = async (db: Queryable, remote: string, channel: string): Promise<Rollout | undefined> =>
  (
    await db.query(
      rolloutRow,
      `SELECT ${COLUMNS} FROM gateway.rollout WHERE remote = $1 AND channel = $2 AND status IN ('running', 'paused')`,
      [remote, channel],
    )
  )[0]

/** The newest 20 rollouts of a remote, the newest first. */
export const listRollouts = (db: Queryable, remote: string): Promise<Rollout[]> =>
  db.query(rolloutRow, `SELECT ${COLUMNS} FROM gateway.rollout WHERE remote = $1 ORDER BY id DESC LIMIT 20`, [remote])

/** The acts of these rollouts, the oldest first. */
export const listActs = (db: Queryable, rollouts: readonly Rollout[]): Promise<RolloutAct[]> =>
  db.query(
    rolloutActRow,
    `SELECT rollout, to_json(at) #>> '{}' AS at, act, who, why FROM gateway.rollout_act
     WHERE rollout IN (SELECT value::int FROM jsonb_array_elements_text($1::jsonb)) ORDER BY at`,
    [JSON.stringify(rollouts.map(({ id }) => id))],
  )

/**
 * Takes the rollouts whose next step has come, for `leaseMs` milliseconds: no other gateway gets them meanwhile, and after
 * that, any does.
 */
export const claimDue = (db: Queryable, leaseMs: number): Promise<Rollout[]> =>
  db.query(
    rolloutRow,
    `UPDATE gateway.rollout SET next_at = now() + $1::bigint * interval '1 millisecond'
     WHERE status = 'running' AND next_at <= now() RETURNING ${COLUMNS}`,
    [leaseMs],
  )

/** Lets a rollout wait, with the reason; `withinMs` milliseconds later it is looked at again. */
export const postpone = (db: Queryable, { id }: Rollout, why: string, withinMs: number): Promise<number> =>
  db.execute(
    `UPDATE gateway.rollout SET note = $2, next_at = now() + $3::bigint * interval '1 millisecond'
     WHERE id = $1 AND status = 'running'`,
    [id, why, withinMs],
  )

export type Change = {
  readonly from: 'running' | 'paused'
  readonly to: 'running' | 'paused' | 'done'
  readonly step: number
  readonly move: number
  readonly act: RolloutAct['act']
  readonly who: string
  readonly why: string | null
}

/** Changes a rollout, and keeps the act. `undefined` if it is not as it was when it was read. */
export const change = async (
  tx: Queryable,
  { id, step: before }: Rollout,
  { from, to, step, move, act, who, why }: Change,
): Promise<Rollout | undefined> => {
  const [changed] = await tx.query(
    rolloutRow,
    `UPDATE gateway.rollout SET status = $4, step = $5, move = $6, note = $7,
       next_at = now() + every_ms * interval '1 millisecond'
     WHERE id = $1 AND step = $2 AND status = $3 RETURNING ${COLUMNS}`,
    [id, before, from, to, step, move, to === 'running' ? null : why],
  )
  if (changed) await recordAct(tx, { rollout: id, act, who, why })
  return changed
}

/** Pauses the rollout whose step is held. Part of the transaction that holds it. */
export const pauseRollout = async (tx: Queryable, move: number, why: string): Promise<void> => {
  const [found] = await tx.query(
    rolloutRow,
    `UPDATE gateway.rollout SET status = 'paused', note = $2 WHERE move = $1 AND status = 'running' RETURNING ${COLUMNS}`,
    [move, why],
  )
  if (found) await recordAct(tx, { rollout: found.id, act: 'paused', who: GATEWAY, why })
}

/** Ends the rollout of a channel that was moved by something else. Part of the transaction that moves it. */
export const endRollout = async (tx: Queryable, { remote, channel, action, who, why }: Move): Promise<void> => {
  const act = action !== 'rollback' ? 'overtaken' : who === GATEWAY ? 'stopped' : 'aborted'
  const [ended] = await tx.query(
    rolloutRow,
    `UPDATE gateway.rollout SET status = $3, note = $4
     WHERE remote = $1 AND channel = $2 AND status IN ('running', 'paused') RETURNING ${COLUMNS}`,
    [remote, channel, act, why],
  )
  if (ended) await recordAct(tx, { rollout: ended.id, act, who, why })
}
