import { rolloutActRow, rolloutRow, type Move, type Rollout, type RolloutAct } from '@atalaia/artifact'
import { type Queryable, sql } from '@atalaia/database'

const GATEWAY = 'gateway'

const COLUMNS = sql`id, remote, channel, version, steps, audience, every_ms::float8 AS every, step, status, who, move,
  to_json(next_at) #>> '{}' AS "nextAt", note`

export type NewRollout = Pick<
  Rollout,
  'remote' | 'channel' | 'version' | 'steps' | 'audience' | 'every' | 'who' | 'move'
>

/** Starts a rollout. The active rollout of the channel must have ended. */
export const insertRollout = async (tx: Queryable, rollout: NewRollout, why: string | null): Promise<Rollout> => {
  const { remote, channel, version, steps, audience, every, who, move } = rollout
  const [made] = await tx.query(
    rolloutRow,
    sql`INSERT INTO gateway.rollout (remote, channel, version, steps, audience, every_ms, who, move, next_at)
     VALUES (${remote}, ${channel}, ${version}, ${JSON.stringify(steps)}::jsonb, ${audience === null ? null : JSON.stringify(audience)}::jsonb, ${every}::bigint, ${who}, ${move}, now() + ${every}::bigint * interval '1 millisecond') RETURNING ${COLUMNS}`,
  )
  if (!made) throw new Error(`${remote}: the rollout was not written`)
  await recordAct(tx, { rollout: made.id, act: 'started', who, why })
  return made
}

const recordAct = (tx: Queryable, { rollout, act, who, why }: Omit<RolloutAct, 'at'>): Promise<number> =>
  tx.execute(sql`INSERT INTO gateway.rollout_act (rollout, act, who, why) VALUES (${rollout}, ${act}, ${who}, ${why})`)

export const findActive = async (db: Queryable, remote: string, channel: string): Promise<Rollout | undefined> =>
  (
    await db.query(
      rolloutRow,
      sql`SELECT ${COLUMNS} FROM gateway.rollout WHERE remote = ${remote} AND channel = ${channel} AND status IN ('running', 'paused')`,
    )
  )[0]

export const listRollouts = (db: Queryable, remote: string): Promise<Rollout[]> =>
  db.query(rolloutRow, sql`SELECT ${COLUMNS} FROM gateway.rollout WHERE remote = ${remote} ORDER BY id DESC LIMIT 20`)

export const listActs = (db: Queryable, rollouts: readonly Rollout[]): Promise<RolloutAct[]> =>
  db.query(
    rolloutActRow,
    sql`SELECT rollout, to_json(at) #>> '{}' AS at, act, who, why FROM gateway.rollout_act
     WHERE rollout IN (SELECT value::int FROM jsonb_array_elements_text(${JSON.stringify(rollouts.map(({ id }) => id))}::jsonb)) ORDER BY at`,
  )

/** Claims due rollouts for `leaseMs` milliseconds; then another gateway may. */
export const claimDue = (db: Queryable, leaseMs: number): Promise<Rollout[]> =>
  db.query(
    rolloutRow,
    sql`UPDATE gateway.rollout SET next_at = now() + ${leaseMs}::bigint * interval '1 millisecond'
     WHERE status = 'running' AND next_at <= now() RETURNING ${COLUMNS}`,
  )

/** Delays a rollout by `withinMs` milliseconds and keeps the reason. */
export const postpone = (db: Queryable, { id }: Rollout, why: string, withinMs: number): Promise<number> =>
  db.execute(
    sql`UPDATE gateway.rollout SET note = ${why}, next_at = now() + ${withinMs}::bigint * interval '1 millisecond'
     WHERE id = ${id} AND status = 'running'`,
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

/** Changes a rollout and keeps the act. `undefined` when another transaction was first. */
export const change = async (
  tx: Queryable,
  { id, step: before }: Rollout,
  { from, to, step, move, act, who, why }: Change,
): Promise<Rollout | undefined> => {
  const [changed] = await tx.query(
    rolloutRow,
    sql`UPDATE gateway.rollout SET status = ${to}, step = ${step}, move = ${move}, note = ${to === 'running' ? null : why},
       next_at = now() + every_ms * interval '1 millisecond'
     WHERE id = ${id} AND step = ${before} AND status = ${from} RETURNING ${COLUMNS}`,
  )
  if (changed) await recordAct(tx, { rollout: id, act, who, why })
  return changed
}

/** Pauses the rollout of a held step, in the transaction of the hold. */
export const pauseRollout = async (tx: Queryable, move: number, why: string): Promise<void> => {
  const [found] = await tx.query(
    rolloutRow,
    sql`UPDATE gateway.rollout SET status = 'paused', note = ${why} WHERE move = ${move} AND status = 'running' RETURNING ${COLUMNS}`,
  )
  if (found) await recordAct(tx, { rollout: found.id, act: 'paused', who: GATEWAY, why })
}

export const endRollout = async (tx: Queryable, { remote, channel, action, who, why }: Move): Promise<void> => {
  const act = action !== 'rollback' ? 'overtaken' : who === GATEWAY ? 'stopped' : 'aborted'
  const [ended] = await tx.query(
    rolloutRow,
    sql`UPDATE gateway.rollout SET status = ${act}, note = ${why}
     WHERE remote = ${remote} AND channel = ${channel} AND status IN ('running', 'paused') RETURNING ${COLUMNS}`,
  )
  if (ended) await recordAct(tx, { rollout: ended.id, act, who, why })
}
