import type { Refusal } from './rate-limit.ts'

export type FairQueueOptions = {
  /** Limit of work that runs at once, for all keys. */
  readonly concurrency: number
  /** Limit of work of one key that runs at once. Default: `concurrency`. */
  readonly concurrencyPerKey?: number
  /** Limit of work that waits, for all keys. */
  readonly maxWaiting: number
  readonly maxWaitingPerKey: number
  /** Milliseconds after which a waiting one is refused; also the wait that a refusal names. */
  readonly maxWaitMs: number
}

export type EnterOptions = {
  /** Ends the waiting of one that has gone. */
  readonly signal?: AbortSignal
  /** Goes before those that are not preferred. Default: false. */
  readonly preferred?: boolean
}

/** A place at work, until it is left; leaving twice is leaving once. */
export type Place = { readonly ok: true; leave(): void }

/**
 * A queue in front of work that is scarce, shared fairly: keys take turns, so that one key with much work delays another
 * by no more than what runs already.
 *
 * - Work and waiting are bounded, for each key and for all. When all waiting places are taken, the key with the most
 *   waiting gives up its last one for a key with fewer.
 * - Preferred ones go first, and of those keys take turns as well; of each four places that come free, one is for those
 *   that are not. When all waiting places are taken, one that is not preferred gives its place up for one that is.
 * - Whoever is refused, at once or after waiting, gets a {@link Refusal}.
 */
export type FairQueue = {
  /** Waits for a place. */
  enter(key: string, options?: EnterOptions): Promise<Place | Refusal>
}

type Waiting = { settle(outcome: Place | Refusal): void }
/** The running and the waiting work of one key; `turns` are those of its rank. */
type Lane = { running: number; readonly waiting: Set<Waiting>; readonly turns: Map<string, Lane> }

/** The preferred ones that may start one after the other while others wait. */
const PREFERRED_IN_A_ROW = 3

const lastOf = <Value>(values: ReadonlySet<Value>): Value | undefined => [...values].at(-1)

/** Creates a queue with nothing in it. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { concurrency, concurrencyPerKey = concurrency, maxWaiting, maxWaitingPerKey, maxWaitMs } = options
  const lanes = new Map<string, Lane>()
  /** Lanes with somebody waiting; the first is the next in turn. */
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
  /** At most `concurrency / concurrencyPerKey` lanes have to be passed over, because that many can be full. */
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
  /** One that has left makes room for one. */
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
  /**
   * Frees a waiting place for `lane` by refusing the last of the longest lane: of one that is not preferred if there is
   * one; `false` when those of its own rank are no longer than its own.
   */
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
