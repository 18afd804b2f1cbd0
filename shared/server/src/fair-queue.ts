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

/** A place at work, until it is left; leaving twice is leaving once. */
export type Place = { readonly ok: true; leave(): void }

/**
 * A queue in front of work that is scarce, shared fairly: keys take turns, so that one key with much work delays another
 * by no more than what runs already.
 *
 * - Work and waiting are bounded, for each key and for all. When all waiting places are taken, the key with the most
 *   waiting gives up its last one for a key with fewer.
 * - Whoever is refused, at once or after waiting, gets a {@link Refusal}.
 */
export type FairQueue = {
  /** Waits for a place. `signal` ends the waiting of one that has gone. */
  enter(key: string, signal?: AbortSignal): Promise<Place | Refusal>
}

type Waiting = { settle(outcome: Place | Refusal): void }
type Lane = { running: number; readonly waiting: Set<Waiting> }

const lastOf = <Value>(values: ReadonlySet<Value>): Value | undefined => [...values].at(-1)

/** Creates a queue with nothing in it. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const { concurrency, concurrencyPerKey = concurrency, maxWaiting, maxWaitingPerKey, maxWaitMs } = options
  const lanes = new Map<string, Lane>()
  /** Lanes with somebody waiting; the first is the next in turn. */
  const turns = new Map<string, Lane>()
  let running = 0
  let waiting = 0

  const refusal: Refusal = { ok: false, retryAfterMs: maxWaitMs }
  const laneOf = (key: string): Lane => {
    const lane = lanes.get(key) ?? { running: 0, waiting: new Set() }
    lanes.set(key, lane)
    return lane
  }
  const forgetIfIdle = (key: string, lane: Lane) => {
    if (lane.waiting.size === 0) turns.delete(key)
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
  const startNext = () => {
    for (const [key, lane] of turns) {
      if (running >= concurrency) return
      if (lane.running >= concurrencyPerKey) continue
      const [first] = lane.waiting
      if (first === undefined) continue
      remove(key, lane, first)
      // To the end of the turns.
      if (turns.delete(key)) turns.set(key, lane)
      first.settle(start(key, laneOf(key)))
    }
  }
  /** Frees a waiting place for `key` by refusing the last of the longest lane; `false` when that is no longer than its own. */
  const makeRoom = (lane: Lane): boolean => {
    let longest: [string, Lane] | undefined
    for (const turn of turns) if (turn[1].waiting.size > (longest?.[1].waiting.size ?? 0)) longest = turn
    if (longest === undefined || longest[1].waiting.size <= lane.waiting.size + 1) return false
    const [key, other] = longest
    const last = lastOf(other.waiting)
    if (last === undefined) return false
    remove(key, other, last)
    last.settle(refusal)
    return true
  }

  return {
    enter: (key, signal) => {
      const lane = laneOf(key)
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
