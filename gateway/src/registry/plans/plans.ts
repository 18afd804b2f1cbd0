import { MAX_AHEAD_MS, type Move, type Plan, type PlanOrder, type PlansAnswer, type Reason } from '@atalaia/artifact'
import type { Database, Queryable } from '@atalaia/database'
import { impossible, must, Overtaken, type Impossible } from '../overtaken.ts'
import { orderLimits } from '../repository/channels-repository.ts'
import { endRollout } from '../repository/rollouts-repository.ts'
import type { RolloutResult, StartOrder, StepOrder } from '../rollouts.ts'
import { frozenAt } from './freezes.ts'
import {
  claimPlans,
  countWaiting,
  findPlan,
  insertPlan,
  listPlanActs,
  listPlans,
  settlePlan,
  type AskedPlan,
  type DuePlan,
  type Settlement,
} from '../repository/plans-repository.ts'
import { createPlanRules, freezeReasons, listApprovals, listFreezes, readNow, type PlanRules } from './rules.ts'

/** Longer than an order may take, so that one gateway executes a plan. */
const LEASE_MS = 20_000
/** A plan runs up to this late: the person who chose the time is still there (M-SCHEDULE-3). */
export const MAX_LATENESS_MS = 15 * 60_000
/** Waiting plans of one remote (M-SCHEDULE-1). */
export const MAX_WAITING = 50
const GATEWAY = 'gateway'

export type PromotionOrder = Pick<
  StartOrder,
  'remote' | 'channel' | 'version' | 'who' | 'why' | 'force' | 'signal' | 'audience'
> & {
  /** Share of the audience. 100 with `steps`. */
  readonly percent: number
  /** Shares of a rollout. Default: one move. */
  readonly steps?: readonly number[] | undefined
  /** Milliseconds between steps. */
  readonly every: number
  /** ISO 8601; `null`: now. */
  readonly at: string | null
  readonly sender: string
}

export type PlanActOrder = Pick<PromotionOrder, 'remote' | 'who' | 'why' | 'sender' | 'signal'> & {
  readonly id: number
}

type Carried =
  | RolloutResult
  | { readonly status: 'moved'; readonly move: Move; readonly advice?: readonly Reason[] }
  | { readonly status: 'unchanged' }

export type PlanResult =
  | Carried
  | { readonly status: 'waiting'; readonly plan: Plan }
  | { readonly status: 'ended'; readonly plan: Plan }

type Approved = { readonly approvedBy: string | null }
type CarriedOrder = Omit<PromotionOrder, 'at' | 'sender'> & Approved

/** Channels that plans move. `follow` runs in the transaction of the move. */
export type PlanPorts = {
  readonly database: Database
  promote(order: StepOrder & Approved): Promise<Carried>
  start(order: StartOrder & Approved): Promise<RolloutResult>
  /** The gate's reasons now. `undefined` for an unpublished version. */
  judge(order: Pick<PromotionOrder, 'remote' | 'version' | 'channel'>): Promise<readonly Reason[] | undefined>
}

/**
 * Promotions that run at once, at a time, or after another person's approval. The database holds
 * their state.
 * - Each runs once, in one transaction with its move; the gate judges it then (M-SCHEDULE-2).
 * - A plan that is more than 15 minutes late is missed.
 * - A key cannot approve its own request (M-APPROVAL-2).
 */
export type Plans = {
  readonly rules: PlanRules
  promote(order: PromotionOrder): Promise<PlanResult>
  act(what: PlanOrder, order: PlanActOrder): Promise<PlanResult>
  list(remote: string): Promise<PlansAnswer>
  /** Executes due plans independently of each other. Rejects with the first failure. */
  carryOutDue(): Promise<void>
}

const done = (who: string): Settlement => ({ to: 'done', act: 'done', who, why: null })

export const createPlans = (ports: PlanPorts): Plans => {
  const { database } = ports

  type Follow = (tx: Queryable, move: Move) => Promise<void>
  const carryOut = (order: CarriedOrder, follow: Follow = async () => undefined): Promise<Carried> => {
    const { steps, ...rest } = order
    if (steps) return ports.start({ ...rest, steps, follow })
    return ports.promote({
      ...rest,
      follow: async (tx, move) => {
        await endRollout(tx, move)
        await follow(tx, move)
      },
    })
  }

  /** M-APPROVAL-1 */
  const ruleOf = async ({ remote, channel }: Pick<Plan, 'remote' | 'channel'>) =>
    (await listApprovals(database, remote)).find((one) => one.channel === channel)

  const faultOf = async ({ remote, at }: PromotionOrder): Promise<Impossible | undefined> => {
    if (at !== null) {
      const ahead = Date.parse(at) - (await readNow(database)).getTime()
      if (ahead <= 0) return impossible('time-passed', `${at} has passed`)
      if (ahead > MAX_AHEAD_MS) return impossible('time-too-far', `${at} is more than a year ahead`)
    }
    if ((await countWaiting(database, remote)) >= MAX_WAITING)
      return impossible('too-many-plans', `${remote}: ${MAX_WAITING} promotions wait already: cancel one`)
    return undefined
  }

  const promote = async (order: PromotionOrder): Promise<PlanResult> => {
    const { remote, version, steps, every, at, force, audience = null } = order
    const rule = await ruleOf(order)
    if (!rule && at === null) return carryOut({ ...order, approvedBy: null })
    const fault = await faultOf(order)
    if (fault !== undefined) return fault
    const judged = await ports.judge(order)
    if (!judged) return impossible('not-published', `${remote} ${version} is not published`)
    const freezes = await freezeReasons(database, remote, at === null ? undefined : new Date(at))
    const reasons = [...judged, ...freezes]
    if (reasons.length > 0 && !force) return { status: 'refused', reasons }
    const kept = { ...order, audience, steps: steps ? [...steps] : null, every: steps ? every : null }
    const plan = await database.transaction(
      (tx) => insertPlan(tx, { ...kept, approveWithin: rule?.within ?? null }),
      orderLimits(order)(),
    )
    return { status: 'waiting', plan }
  }

  const settled = async (
    plan: Pick<Plan, 'id' | 'status'>,
    to: Settlement,
    order: Pick<PromotionOrder, 'signal'> = {},
  ) => database.transaction((tx) => settlePlan(tx, plan, to), orderLimits(order)())

  /** Executes a plan in one transaction, and returns the reasons against it. */
  const carryOutPlan = async (
    plan: Plan,
    { signal, approvedBy, acts }: Pick<PromotionOrder, 'signal'> & Approved & { readonly acts: readonly Settlement[] },
  ): Promise<Carried> => {
    const settleIn = async (tx: Queryable) => {
      let { status } = plan
      for (const to of acts) {
        status = must(await settlePlan(tx, { id: plan.id, status }, to), 'plan').status
      }
    }
    const { steps, every, ...facts } = plan
    const order = { ...facts, signal, approvedBy, every: every ?? 0, ...(steps && { steps }) }
    const carried = await carryOut(order, settleIn)
    if (carried.status === 'unchanged') await database.transaction(settleIn, orderLimits({ signal })())
    return carried
  }

  /** Another person's approval. The gate judges again (M-APPROVAL-3). */
  const approve = async (plan: AskedPlan, { who, why, sender, signal, remote }: PlanActOrder): Promise<PlanResult> => {
    if (plan.isOver) return impossible('approval-late', `plan ${plan.id}: the time to approve it has ended`)
    if (plan.sender === sender)
      return impossible('own-request', `plan ${plan.id}: who asked for it does not approve it: another one has to`)
    const approved: Settlement = { to: 'planned', act: 'approved', who, why, approvedBy: who }
    if (plan.at === null) return carryOutPlan(plan, { signal, approvedBy: who, acts: [approved, done(who)] })
    const judged = [...((await ports.judge(plan)) ?? []), ...(await freezeReasons(database, remote, new Date(plan.at)))]
    if (judged.length > 0 && !plan.force) return { status: 'refused', reasons: judged }
    const waiting = await settled(plan, approved, { signal })
    return waiting ? { status: 'waiting', plan: waiting } : impossible('outdated', 'the plan has changed meanwhile')
  }

  const act = async (what: PlanOrder, order: PlanActOrder): Promise<PlanResult> => {
    const { remote, id, who, why } = order
    const plan = await findPlan(database, remote, id)
    if (!plan) return impossible('no-plan', `${remote}: there is no plan ${id}`)
    const isOpen = plan.status === 'asked' || (what === 'cancel' && plan.status === 'planned')
    if (!isOpen) return impossible('plan-ended', `plan ${id} is ${plan.status}`)
    if (what === 'approve') return approve(plan, order)
    const to = what === 'refuse' ? 'declined' : 'cancelled'
    const ended = await settled(plan, { to, act: to, who, why }, order)
    return ended ? { status: 'ended', plan: ended } : impossible('outdated', 'the plan has changed meanwhile')
  }

  const carryOutOne = async ({ isLate, ...plan }: DuePlan): Promise<void> => {
    const end = (to: 'expired' | 'missed' | 'refused', why: string) => settled(plan, { to, act: to, who: GATEWAY, why })
    if (plan.status === 'asked') return void (await end('expired', 'nobody has approved it in time'))
    if (isLate) return void (await end('missed', 'no gateway carried it out within 15 minutes of its time'))
    // The rule may be newer than the plan (M-APPROVAL-1).
    if (plan.approvedBy === null && (await ruleOf(plan))) {
      await end('refused', 'another person has to approve promotions by now: order it again')
      return
    }
    const carried = await carryOutPlan(plan, { signal: undefined, approvedBy: plan.approvedBy, acts: [done(GATEWAY)] })
    if (carried.status === 'refused') await end('refused', carried.reasons.map(({ message }) => message).join('; '))
    if (carried.status === 'impossible') await end('refused', carried.message)
  }

  return {
    rules: createPlanRules(database),
    promote,
    act: async (what, order) => {
      try {
        return await act(what, order)
      } catch (error) {
        if (error instanceof Overtaken) return impossible('outdated', error.message)
        throw error
      }
    },
    list: async (remote) => {
      const plans = await listPlans(database, remote)
      const acts = await listPlanActs(database, plans)
      return {
        plans: plans.map((plan) => ({ ...plan, acts: acts.filter((one) => one.plan === plan.id) })),
        frozen: frozenAt(await listFreezes(database), remote, await readNow(database)) ?? null,
        approvals: await listApprovals(database, remote),
      }
    },
    carryOutDue: async () => {
      const failures: unknown[] = []
      for (const plan of await claimPlans(database, LEASE_MS, MAX_LATENESS_MS))
        try {
          await carryOutOne(plan)
        } catch (error) {
          if (!(error instanceof Overtaken)) failures.push(error)
        }
      if (failures.length > 0) throw failures[0]
    },
  }
}
