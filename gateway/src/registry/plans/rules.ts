import {
  approvalRow,
  freezeRow,
  type Approval,
  type Freeze,
  type Frozen,
  type Reason,
  type Warning,
} from '@atalaia/artifact'
import { writeReason } from '@atalaia/artifact/rows'
import { sql, type Database, type Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { recordAct } from '../rights/repository/acts.ts'
import { FROZEN } from '../rollouts.ts'
import { frozenAt } from './freezes.ts'

const instant = (column: string) => sql`to_json(${sql.raw(column)}) #>> '{}'`
const FREEZE_COLUMNS = sql`id, name, remote, ${instant('starts')} AS starts, ${instant('ends')} AS ends, weekly, who`

/** The database's time, which all gateways share. */
export const readNow = async (db: Queryable): Promise<Date> => {
  const [found] = await db.query(object({ now: string() }), sql`SELECT ${instant('now()')} AS now`)
  if (!found) throw new Error('the database has told no time')
  return new Date(found.now)
}

/** Freezes that have not ended. Those for all remotes come first. */
export const listFreezes = (db: Queryable): Promise<Freeze[]> =>
  db.query(
    freezeRow,
    sql`SELECT ${FREEZE_COLUMNS} FROM gateway.freeze WHERE ends IS NULL OR ends > now()
     ORDER BY remote NULLS FIRST, starts NULLS FIRST, id`,
  )

export type NewFreeze = Omit<Freeze, 'id'>

const insertFreeze = async (db: Queryable, freeze: NewFreeze): Promise<void> => {
  const { name, remote, starts, ends, weekly, who } = freeze
  await db.execute(
    sql`INSERT INTO gateway.freeze (name, remote, starts, ends, weekly, who)
     VALUES (${name}, ${remote}, ${starts}::timestamptz, ${ends}::timestamptz, ${weekly === null ? null : JSON.stringify(weekly)}::jsonb, ${who})`,
  )
}

/** `undefined` when the id is unknown. */
const deleteFreeze = async (db: Queryable, id: number): Promise<Freeze | undefined> =>
  (await db.query(freezeRow, sql`DELETE FROM gateway.freeze WHERE id = ${id} RETURNING ${FREEZE_COLUMNS}`))[0]

type Channel = Pick<Approval, 'remote' | 'channel'>

/** Channels whose promotions need another person's approval. */
export const listApprovals = (db: Queryable, remote: string): Promise<Approval[]> =>
  db.query(
    approvalRow,
    sql`SELECT remote, channel, within_ms::float8 AS within, who FROM gateway.approval_rule WHERE remote = ${remote} ORDER BY channel`,
  )

const requireApproval = (db: Queryable, { remote, channel, within, who }: Approval): Promise<number> =>
  db.execute(
    sql`INSERT INTO gateway.approval_rule (remote, channel, within_ms, who) VALUES (${remote}, ${channel}, ${within}::bigint, ${who})
     ON CONFLICT (remote, channel) DO UPDATE SET within_ms = excluded.within_ms, who = excluded.who`,
  )

const waiveApproval = (db: Queryable, { remote, channel }: Channel): Promise<number> =>
  db.execute(sql`DELETE FROM gateway.approval_rule WHERE remote = ${remote} AND channel = ${channel}`)

/** Orders of operators about times and approvals. The history keeps their senders. */
export type PlanRules = {
  freezes(): Promise<readonly Freeze[]>
  addFreeze(freeze: NewFreeze): Promise<void>
  /** `false` when the id is unknown. */
  removeFreeze(id: number, who: string): Promise<boolean>
  approvals(remote: string): Promise<readonly Approval[]>
  requireApproval(rule: Approval): Promise<void>
  waiveApproval(of: Channel, who: string): Promise<void>
}

const freezeText = ({ name, starts, ends, weekly }: Omit<NewFreeze, 'who'>): string =>
  `"${name}", ${weekly ? `each week from ${weekly.from} to ${weekly.to}, ${weekly.zone}` : `from ${starts} to ${ends}`}`
const HOUR_MS = 3_600_000

const aboutFreeze = (tx: Queryable, act: string, freeze: NewFreeze, who: string) =>
  recordAct(tx, { act, who, about: freeze.remote ?? 'all remotes', detail: freezeText(freeze) })

export const createPlanRules = (database: Database): PlanRules => {
  return {
    freezes: () => listFreezes(database),
    addFreeze: (freeze) =>
      database.transaction(async (tx) => {
        await insertFreeze(tx, freeze)
        await aboutFreeze(tx, 'freeze added', freeze, freeze.who)
      }),
    removeFreeze: (id, who) =>
      database.transaction(async (tx) => {
        const removed = await deleteFreeze(tx, id)
        if (removed) await aboutFreeze(tx, 'freeze removed', removed, who)
        return removed !== undefined
      }),
    approvals: (remote) => listApprovals(database, remote),
    requireApproval: (rule) =>
      database.transaction(async (tx) => {
        const { remote: about, channel, within, who } = rule
        await requireApproval(tx, rule)
        await recordAct(tx, {
          act: 'approval required',
          who,
          about,
          detail: `on ${channel}, within ${within / HOUR_MS} h`,
        })
      }),
    waiveApproval: ({ remote, channel }, who) =>
      database.transaction(async (tx) => {
        if ((await waiveApproval(tx, { remote, channel })) > 0)
          await recordAct(tx, { act: 'approval waived', who, about: remote, detail: `on ${channel}` })
      }),
  }
}

/** M-FREEZE-2 */
const frozenReason = ({ name, until }: Frozen): Reason => ({
  code: FROZEN,
  message: writeReason({ kind: 'frozen', name, until }),
})

/** Default: now. */
export const freezeReasons = async (db: Queryable, remote: string, at?: Date): Promise<Reason[]> => {
  const frozen = frozenAt(await listFreezes(db), remote, at ?? (await readNow(db)))
  return frozen ? [frozenReason(frozen)] : []
}

/** A current freeze, and an approval that the promotion needs (M-PUBLISH-13). */
export const timeWarnings = async (db: Queryable, remote: string, channel: string): Promise<Warning[]> => {
  const frozen = await freezeReasons(db, remote)
  const rule = (await listApprovals(db, remote)).find((one) => one.channel === channel)
  const hours = (rule?.within ?? 0) / 3_600_000
  const message = `another person has to approve promotions on ${channel}, within ${hours} h`
  return [
    ...frozen.map((reason) => ({ ...reason, stops: true })),
    ...(rule ? [{ code: 'approval', message, stops: false }] : []),
  ]
}
