import { planActRow, planRow, type Plan, type PlanAct } from '@atalaia/artifact'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, number, object, string, type infer as Infer } from 'zod/mini'

const instant = (column: string, name: string) => sql`to_json(${sql.raw(column)}) #>> '{}' AS "${sql.raw(name)}"`

const COLUMNS = sql`id, remote, channel, version, percent, steps, every_ms::float8 AS every, audience, who, why, force,
  ${instant('at', 'at')}, ${instant('approve_until', 'approveUntil')}, approved_by AS "approvedBy", status, note`

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

export type NewPlan = Omit<Plan, 'id' | 'approvedBy' | 'status' | 'note' | 'approveUntil'> & {
  /** The key of the order. */
  readonly sender: string
  /** Milliseconds in which another person must approve. `null`: no approval needed. */
  readonly approveWithin: number | null
}

export const insertPlan = async (tx: Queryable, plan: NewPlan): Promise<Plan> => {
  const { remote, channel, version, percent, steps, every, audience, who, sender, why, force, at, approveWithin } = plan
  const [made] = await tx.query(
    planRow,
    sql`WITH wanted AS (
       SELECT ${at}::timestamptz AS at, least(${at}::timestamptz, now() + ${approveWithin}::bigint * interval '1 millisecond') AS until
     )
     INSERT INTO gateway.plan (remote, channel, version, percent, steps, every_ms, audience, who, sender, why, force,
       at, approve_until, status, next_at)
     SELECT ${remote}, ${channel}, ${version}, ${percent}, ${json(steps)}::jsonb, ${every}::bigint, ${json(audience)}::jsonb, ${who}, ${sender}, ${why}, ${force}, at,
       CASE WHEN ${approveWithin}::bigint IS NOT NULL THEN until END,
       CASE WHEN ${approveWithin}::bigint IS NOT NULL THEN 'asked' ELSE 'planned' END,
       CASE WHEN ${approveWithin}::bigint IS NOT NULL THEN until ELSE at END
     FROM wanted RETURNING ${COLUMNS}`,
  )
  if (!made) throw new Error(`${remote}: the plan was not written`)
  await recordAct(tx, { plan: made.id, act: approveWithin === null ? 'planned' : 'asked', who, why })
  return made
}

const recordAct = (tx: Queryable, { plan, act, who, why }: Omit<PlanAct, 'at'>): Promise<number> =>
  tx.execute(sql`INSERT INTO gateway.plan_act (plan, act, who, why) VALUES (${plan}, ${act}, ${who}, ${why})`)

export const countWaiting = async (db: Queryable, remote: string): Promise<number> =>
  (
    await db.query(
      object({ waiting: number() }),
      sql`SELECT count(*)::int AS waiting FROM gateway.plan WHERE remote = ${remote} AND status IN ('asked', 'planned')`,
    )
  )[0]?.waiting ?? 0

export const listPlans = (db: Queryable, remote: string): Promise<Plan[]> =>
  db.query(planRow, sql`SELECT ${COLUMNS} FROM gateway.plan WHERE remote = ${remote} ORDER BY id DESC LIMIT 50`)

export const listPlanActs = (db: Queryable, plans: readonly Plan[]): Promise<PlanAct[]> =>
  db.query(
    planActRow,
    sql`SELECT plan, to_json(at) #>> '{}' AS at, act, who, why FROM gateway.plan_act
     WHERE plan IN (SELECT value::int FROM jsonb_array_elements_text(${JSON.stringify(plans.map(({ id }) => id))}::jsonb)) ORDER BY at`,
  )

const askedRow = object({ ...planRow.shape, sender: string(), isOver: boolean() })
export type AskedPlan = Infer<typeof askedRow>

/** Includes the key that asked. `isOver`: the approval time has ended. */
export const findPlan = async (db: Queryable, remote: string, id: number): Promise<AskedPlan | undefined> =>
  (
    await db.query(
      askedRow,
      sql`SELECT ${COLUMNS}, sender, coalesce(approve_until <= now(), false) AS "isOver"
       FROM gateway.plan WHERE remote = ${remote} AND id = ${id}`,
    )
  )[0]

const dueRow = object({ ...planRow.shape, isLate: boolean() })
export type DuePlan = Infer<typeof dueRow>

/**
 * Claims due plans for `leaseMs` milliseconds; then another gateway may. `isLate`: more than
 * `latenessMs` late.
 */
export const claimPlans = (db: Queryable, leaseMs: number, latenessMs: number): Promise<DuePlan[]> =>
  db.query(
    dueRow,
    sql`UPDATE gateway.plan SET next_at = now() + ${leaseMs}::bigint * interval '1 millisecond'
     WHERE status IN ('asked', 'planned') AND next_at <= now()
     RETURNING ${COLUMNS}, coalesce(at < now() - ${latenessMs}::bigint * interval '1 millisecond', false) AS "isLate"`,
  )

export type Settlement = {
  readonly to: Plan['status']
  readonly act: PlanAct['act']
  readonly who: string
  readonly why: string | null
  readonly approvedBy?: string | null
}

/** Changes the status and keeps the act. `undefined` when another transaction was first. */
export const settlePlan = async (
  tx: Queryable,
  { id, status }: Pick<Plan, 'id' | 'status'>,
  { to, act, who, why, approvedBy = null }: Settlement,
): Promise<Plan | undefined> => {
  const [changed] = await tx.query(
    planRow,
    sql`UPDATE gateway.plan SET status = ${to}, note = CASE WHEN ${to} IN ('planned', 'done') THEN note ELSE ${why} END,
       approved_by = coalesce(${approvedBy}, approved_by), next_at = coalesce(at, now())
     WHERE id = ${id} AND status = ${status} RETURNING ${COLUMNS}`,
  )
  if (changed) await recordAct(tx, { plan: id, act, who, why })
  return changed
}
