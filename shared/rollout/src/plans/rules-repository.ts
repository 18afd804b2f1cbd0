import { approvalRow, freezeRow, type Approval, type Freeze } from '@atalaia/artifact'
import type { Database, Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'

const instant = (column: string) => `to_json(${column}) #>> '{}'`
const freezeColumns = `id, name, remote, ${instant('starts')} AS starts, ${instant('ends')} AS ends, weekly, who`

/** The database's time, by which all gateways judge alike. */
export const readNow = async (db: Queryable): Promise<Date> => {
  const [found] = await db.query(object({ now: string() }), `SELECT ${instant('now()')} AS now`)
  if (!found) throw new Error('the database has told no time')
  return new Date(found.now)
}

/** The freezes that have not ended, those of all remotes first. */
export const listFreezes = (db: Queryable): Promise<Freeze[]> =>
  db.query(
    freezeRow,
    `SELECT ${freezeColumns} FROM gateway.freeze WHERE ends IS NULL OR ends > now()
     ORDER BY remote NULLS FIRST, starts NULLS FIRST, id`,
  )

export type NewFreeze = Omit<Freeze, 'id'>

const insertFreeze = async (db: Queryable, freeze: NewFreeze): Promise<void> => {
  const { name, remote, starts, ends, weekly, who } = freeze
  await db.execute(
    `INSERT INTO gateway.freeze (name, remote, starts, ends, weekly, who)
     VALUES ($1, $2, $3::timestamptz, $4::timestamptz, $5::jsonb, $6)`,
    [name, remote, starts, ends, weekly === null ? null : JSON.stringify(weekly), who],
  )
}

const deleteFreeze = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.execute('DELETE FROM gateway.freeze WHERE id = $1', [id])) === 1

/** The channels of a remote whose promotions another person has to approve. */
export const listApprovals = (db: Queryable, remote: string): Promise<Approval[]> =>
  db.query(
    approvalRow,
    `SELECT remote, channel, within_ms::float8 AS within, who FROM gateway.approval_rule WHERE remote = $1 ORDER BY channel`,
    [remote],
  )

const requireApproval = (db: Queryable, { remote, channel, within, who }: Approval): Promise<number> =>
  db.execute(
    `INSERT INTO gateway.approval_rule (remote, channel, within_ms, who) VALUES ($1, $2, $3::bigint, $4)
     ON CONFLICT (remote, channel) DO UPDATE SET within_ms = excluded.within_ms, who = excluded.who`,
    [remote, channel, within, who],
  )

const waiveApproval = (db: Queryable, { remote, channel }: Pick<Approval, 'remote' | 'channel'>) =>
  db.execute('DELETE FROM gateway.approval_rule WHERE remote = $1 AND channel = $2', [remote, channel])

/** What operators order about times and channels. */
export type PlanRules = {
  /** The freezes that have not ended. */
  freezes(): Promise<readonly Freeze[]>
  addFreeze(freeze: NewFreeze): Promise<void>
  /** `false` when there is none with this id. */
  removeFreeze(id: number): Promise<boolean>
  /** The channels of a remote whose promotions another person has to approve. */
  approvals(remote: string): Promise<readonly Approval[]>
  /** Has promotions of a channel wait for another person's yes. */
  requireApproval(rule: Approval): Promise<void>
  /** Ends what `requireApproval` began. */
  waiveApproval(of: Pick<Approval, 'remote' | 'channel'>): Promise<void>
}

export const createPlanRules = (database: Database): PlanRules => ({
  freezes: () => listFreezes(database),
  addFreeze: (freeze) => insertFreeze(database, freeze),
  removeFreeze: (id) => deleteFreeze(database, id),
  approvals: (remote) => listApprovals(database, remote),
  requireApproval: async (rule) => void (await requireApproval(database, rule)),
  waiveApproval: async (of) => void (await waiveApproval(database, of)),
})
