import type { Audience, CanaryVerdict, Move, Reason, Rollout, RolloutOrder, RolloutsAnswer } from '@atalaia/artifact'
import { ROLLOUT_OF, writeReason } from '@atalaia/artifact/rows'
import type { Database, Queryable } from '@atalaia/database'
import { impossible, must, Overtaken, type Impossible } from './overtaken.ts'
import { orderLimits } from './repository/channels-repository.ts'
import {
  change,
  claimDue,
  endRollout,
  findActive,
  insertRollout,
  listActs,
  listRollouts,
  postpone,
  type Change,
} from './repository/rollouts-repository.ts'

/** Code of the freeze reason. */
export const FROZEN = 'frozen'

/** Longer than an order may take, so that one gateway executes a step. */
const LEASE_MS = 20_000

type Channel = { readonly remote: string; readonly channel: string }

export type StartOrder = Channel & {
  readonly version: string
  /** Growing percentages. The last is 100. */
  readonly steps: readonly number[]
  /** The browsers that the shares count. Default: all. */
  readonly audience?: Audience | null
  /** Milliseconds. */
  readonly every: number
  readonly who: string
  readonly approvedBy?: string | null
  readonly why: string | null
  readonly force: boolean
  /** Aborted when the caller leaves. */
  readonly signal?: AbortSignal | undefined
  /** Runs in the transaction of the start. */
  follow?(tx: Queryable, move: Move): Promise<void>
}

export type ActOrder = Pick<StartOrder, 'remote' | 'channel' | 'who' | 'why' | 'force' | 'signal'>

/** A promotion by a rollout. If `follow` throws, the transaction is dropped. */
export type StepOrder = Omit<StartOrder, 'steps' | 'every' | 'follow'> & {
  readonly percent: number
  readonly onlyIf?: number
  follow(tx: Queryable, move: Move): Promise<void>
}

type Moved =
  | { readonly status: 'moved'; readonly move: Move; readonly advice?: readonly Reason[] }
  | { readonly status: 'unchanged' }
  | { readonly status: 'refused'; readonly reasons: readonly Reason[] }
  | Impossible

export type RolloutResult =
  | { readonly status: 'done'; readonly rollout: Rollout; readonly advice?: readonly Reason[] }
  | Extract<Moved, { status: 'refused' | 'impossible' }>

export type RolloutPorts = {
  readonly database: Database
  promote(order: StepOrder): Promise<Moved>
  rollback(order: ActOrder & { readonly onlyIf: number }): Promise<Moved>
  hold(move: number, why: string): Promise<boolean>
  /** Why the newest promotion is held. `null` when it is not. */
  heldOn(channel: Channel): string | null
  /** Verdict on the canary. `undefined` without a published stable version. */
  verdict(channel: Channel): Promise<CanaryVerdict | undefined>
}

/**
 * Rollouts in steps. The database holds their state, so any gateway continues a rollout.
 * - A step is one transaction with its move and runs once (M-ROLLOUT-1).
 * - A due step waits while evidence says that the version fails more often (M-ROLLOUT-2).
 * - A hold pauses the rollout. Any foreign move of the channel ends it (M-ROLLOUT-5).
 */
export type Rollouts = {
  start(order: StartOrder): Promise<RolloutResult>
  act(what: RolloutOrder, order: ActOrder): Promise<RolloutResult>
  /** The newest 20 with their acts, and verdicts on running canaries. */
  list(remote: string, channels: readonly string[]): Promise<RolloutsAnswer>
  /** Executes due steps independently of each other. Rejects with the first failure. */
  stepDue(): Promise<void>
}

/** `changed` is set in the transaction of the move. */
const resultOf = (moved: Moved, changed: Rollout | undefined): RolloutResult => {
  if (moved.status === 'refused' || moved.status === 'impossible') return moved
  if (!changed) return impossible('outdated', 'the channel has moved meanwhile')
  return { status: 'done', rollout: changed, ...(moved.status === 'moved' && moved.advice && { advice: moved.advice }) }
}

export const createRollouts = (ports: RolloutPorts): Rollouts => {
  const { database } = ports

  const start = async ({ steps, every, follow, ...order }: StartOrder): Promise<RolloutResult> => {
    let made: Rollout | undefined
    const { who, why, remote, channel, version, audience = null } = order
    const moved = await ports.promote({
      ...order,
      percent: steps[0] ?? 100,
      follow: async (tx, move) => {
        await endRollout(tx, move)
        const rollout = { remote, channel, version, steps: [...steps], audience, every, who, move: move.id }
        made = await insertRollout(tx, rollout, why)
        await follow?.(tx, move)
      },
    })
    if (moved.status === 'unchanged')
      return impossible('already-live', `${remote} ${version} is what everyone gets already`)
    return resultOf(moved, made)
  }

  const changed = async (rollout: Rollout, to: Change, order: ActOrder): Promise<RolloutResult> => {
    const result = await database.transaction((tx) => change(tx, rollout, to), orderLimits(order)())
    return result ? { status: 'done', rollout: result } : impossible('outdated', 'the rollout has changed meanwhile')
  }

  /** Overrules a hold by a move to the same share. Reports count from zero after it. */
  const overrule = async (rollout: Rollout, order: ActOrder): Promise<RolloutResult> => {
    const { remote, channel, version, audience, step, steps } = rollout
    let resumed: Rollout | undefined
    const moved = await ports.promote({
      ...order,
      remote,
      channel,
      version,
      audience,
      percent: steps[step] ?? 100,
      onlyIf: rollout.move,
      follow: async (tx, move) => {
        const to = { from: 'paused', to: 'running', step, move: move.id, act: 'resumed' } as const
        resumed = must(await change(tx, rollout, { ...to, who: order.who, why: order.why }), 'rollout')
      },
    })
    return resultOf(moved, resumed)
  }

  const act = async (what: RolloutOrder, order: ActOrder): Promise<RolloutResult> => {
    const { remote, channel, who, why } = order
    const rollout = await findActive(database, remote, channel)
    if (!rollout) return impossible('no-rollout', `${remote}: there is no rollout on ${channel}`)
    const { step, move } = rollout
    if (what === 'pause')
      return rollout.status === 'paused'
        ? impossible('paused-already', `${remote}: the rollout is paused already`)
        : changed(rollout, { from: 'running', to: 'paused', step, move, act: 'paused', who, why }, order)
    if (what === 'resume') {
      if (rollout.status === 'running') return impossible('not-paused', `${remote}: the rollout is not paused`)
      const held = ports.heldOn(order)
      if (held === null)
        return changed(rollout, { from: 'paused', to: 'running', step, move, act: 'resumed', who, why }, order)
      if (order.force) return overrule(rollout, order)
      return { status: 'refused', reasons: [{ code: 'held', message: held }] }
    }
    const moved = await ports.rollback({ ...order, onlyIf: move })
    if (moved.status === 'refused') return moved
    const [ended] = (await listRollouts(database, remote)).filter(({ id }) => id === rollout.id)
    return resultOf(moved, moved.status === 'moved' ? ended : undefined)
  }

  const step = async (rollout: Rollout): Promise<void> => {
    const { steps, remote, channel, version, audience, who, every } = rollout
    const verdict = await ports.verdict(rollout)
    if (verdict?.status === 'worse') {
      await ports.hold(rollout.move, verdict.reason)
      return
    }
    if (verdict && verdict.status !== 'fine') {
      await postpone(database, rollout, verdict.reason, Math.min(every, LEASE_MS))
      return
    }
    const next = rollout.step + 1
    const isLast = next === steps.length - 1
    const reason = (because: string) => writeReason({ kind: 'step', step: next + 1, steps: steps.length, because })
    const why = reason(verdict?.reason ?? writeReason({ kind: 'alone' }))
    const moved = await ports.promote({
      remote,
      channel,
      version,
      audience,
      percent: steps[next] ?? 100,
      who: `${ROLLOUT_OF}${who}`,
      why,
      force: false,
      onlyIf: rollout.move,
      follow: async (tx, move) => {
        const to = { from: 'running', to: isLast ? 'done' : 'running', act: isLast ? 'done' : 'stepped' } as const
        must(await change(tx, rollout, { ...to, step: next, move: move.id, who: 'gateway', why }), 'rollout')
      },
    })
    if (moved.status !== 'refused' && moved.status !== 'impossible') return
    const said = moved.status === 'refused' ? moved.reasons.map(({ message }) => message).join('; ') : moved.message
    // A freeze ends by itself, and the rollout goes on then (M-FREEZE-2).
    if (moved.status === 'refused' && moved.reasons.every(({ code }) => code === FROZEN))
      return void (await postpone(database, rollout, reason(said), Math.min(every, LEASE_MS)))
    const to = { from: 'running', to: 'paused', act: 'paused', who: 'gateway', why: reason(said) } as const
    await database.transaction(
      (tx) => change(tx, rollout, { ...to, step: rollout.step, move: rollout.move }),
      orderLimits({})(),
    )
  }

  return {
    start,
    act: async (what, order) => {
      try {
        return await act(what, order)
      } catch (error) {
        if (error instanceof Overtaken) return impossible('outdated', error.message)
        throw error
      }
    },
    list: async (remote, channels) => {
      const rollouts = await listRollouts(database, remote)
      const acts = await listActs(database, rollouts)
      const verdicts = await Promise.all(
        channels.map(async (channel) => ({ channel, verdict: await ports.verdict({ remote, channel }) })),
      )
      return {
        rollouts: rollouts.map((rollout) => ({ ...rollout, acts: acts.filter((one) => one.rollout === rollout.id) })),
        verdicts: verdicts.flatMap(({ channel, verdict }) => (verdict ? [{ channel, verdict }] : [])),
      }
    },
    stepDue: async () => {
      const failures: unknown[] = []
      // One that fails each time must not keep others from their steps.
      for (const rollout of await claimDue(database, LEASE_MS))
        try {
          await step(rollout)
        } catch (error) {
          if (!(error instanceof Overtaken)) failures.push(error)
        }
      if (failures.length > 0) throw failures[0]
    },
  }
}
