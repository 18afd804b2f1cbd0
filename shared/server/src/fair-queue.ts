import type { Refusal } from './rate-limit.ts'

export type FairQueueOptions = {
  readonly concurrency: number
  readonly concurrencyPerKey?: number
  readonly maxWaiting: number
  readonly maxWaitingPerKey: number
  /** Milliseconds until a waiter is refused; also the refusal's wait. */
  readonly maxWaitMs: number
}

export type EnterOptions = {
  readonly signal?: AbortSignal
  /** Goes first. Default: false. */
  readonly preferred?: boolean
}

/** A place until left; a second `leave` does nothing. */
export type Place = { readonly ok: true; leave(): void }

/**
 * A fair queue for scarce work: keys take turns, so a busy key delays another only by running work.
 * - Work and waiting are bounded, by key and in total. At the limit, the longest key gives its last
 *   waiting place to a shorter one.
 * - Preferred work goes first, in turns. One of four free places is for unpreferred work. At the limit,
 *   unpreferred work gives its place to preferred work.
 * - Refused work gets a {@link Refusal}, at once or later.
 */
export type FairQueue = {
  enter(key: string, options?: EnterOptions): Promise<Place | Refusal>
}

type Waiting = { settle(outcome: Place | Refusal): void }
type Lane = { running: number; readonly waiting: Set<Waiting>; readonly turns: Map<string, Lane> }

const PREFERRED_IN_A_ROW = 3

const lastOf = <Value>(values: ReadonlySet<Value>): Value | undefined => [...values].at(-1)

export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { concurrency, concurrencyPerKey = concurrency, maxWaiting, maxWaitingPerKey, maxWaitMs } = options
  const lanes = new Map<string, Lane>()
  const [preferredTurns, otherTurns] = [new Map<string, Lane>(), new Map<string, Lane>()]
  let preferredInARow = 0
  let running = 0
  let waiting = 0

  const refusal: Refusal = { ok: false, retryAfterMs: maxWaitMs }
  const laneOf = (key: string, turns: Map<string, Lane>): Lane => {
    const lane = lanes.get(key) ?? { running: 0, waiting: new Set(), turns }
    lanes.set(key, lane)
    return lane
  }
  const forgetIfIdle = (key: string, lane: Lane) => {
    if (lane.waiting.size === 0) lane.turns.delete(key)
    if (lane.waiting.size === 0 && lane.running === 0) lanes.delete(key)
  }
  const remove = (key: string, lane: Lane, entry: Waiting) => {
    if (!lane.waiting.delete(entry)) return
    waiting -= 1
    forgetIfIdle(key, lane)
  }

  const start = (key: string, lane: Lane): Place => {
    let isLeft = false
    running += 1
    lane.running += 1
    return {
      ok: true,
      leave: () => {
        if (isLeft) return
        isLeft = true
        running -= 1
        lane.running -= 1
        forgetIfIdle(key, lane)
        startNext()
      },
    }
  }
  const startNextOf = (turns: Map<string, Lane>): boolean => {
    for (const [key, lane] of turns) {
      const [first] = lane.waiting
      if (first === undefined || lane.running >= concurrencyPerKey) continue
      remove(key, lane, first)
      // To the end of the turns.
      if (turns.delete(key)) turns.set(key, lane)
      lanes.set(key, lane)
      first.settle(start(key, lane))
      return true
    }
    return false
  }
  const startNext = () => {
    const isOthersTurn = preferredInARow >= PREFERRED_IN_A_ROW && otherTurns.size > 0
    if (!isOthersTurn && startNextOf(preferredTurns)) preferredInARow += 1
    else if (startNextOf(otherTurns)) preferredInARow = 0
    else startNextOf(preferredTurns)
  }
  const longestOf = (turns: Map<string, Lane>) => {
    let longest: [string, Lane] | undefined
    for (const turn of turns) if (turn[1].waiting.size > (longest?.[1].waiting.size ?? 0)) longest = turn
    return longest
  }
  const makeRoom = (lane: Lane): boolean => {
    const [key, other] =
      longestOf(otherTurns) ?? (lane.turns === preferredTurns ? longestOf(preferredTurns) : undefined) ?? []
    if (key === undefined || other === undefined) return false
    if (other.turns === lane.turns && other.waiting.size <= lane.waiting.size + 1) return false
    const last = lastOf(other.waiting)
    if (last === undefined) return false
    remove(key, other, last)
    last.settle(refusal)
    return true
  }

  return {
    enter: (name, { signal, preferred = false } = {}) => {
      const turns = preferred ? preferredTurns : otherTurns
      const key = `${preferred} ${name}`
      const lane = laneOf(key, turns)
      if (running < concurrency && lane.running < concurrencyPerKey) return Promise.resolve(start(key, lane))
      const isFull = lane.waiting.size >= maxWaitingPerKey || (waiting >= maxWaiting && !makeRoom(lane))
      if (isFull || signal?.aborted) {
        forgetIfIdle(key, lane)
        return Promise.resolve(refusal)
      }
      return new Promise((resolve) => {
        const entry: Waiting = {
          settle: (outcome) => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', giveUp)
            resolve(outcome)
          },
        }
        const giveUp = () => {
          remove(key, lane, entry)
          entry.settle(refusal)
        }
        const timer = setTimeout(giveUp, maxWaitMs)
        signal?.addEventListener('abort', giveUp, { once: true })
        lane.waiting.add(entry)
        waiting += 1
        turns.set(key, lane)
      })
    },
  }
}
