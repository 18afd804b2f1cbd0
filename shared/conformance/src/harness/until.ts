import { setTimeout as wait } from 'node:timers/promises'

/** Questions slow the page down. */
const POLL_MS = 50
const POLL_SHARE = 0.1

/** Enough for a busy machine: only a failing embed takes it. */
export const LOADING_MS = 12_000

export const until = async <Value>(
  ask: () => Promise<Value>,
  enough: (value: Value) => boolean,
  withinMs: number,
): Promise<Value> => {
  const began = Date.now()
  for (;;) {
    const value = await ask()
    const waited = Date.now() - began
    if (enough(value) || waited > withinMs) return value
    await wait(Math.max(POLL_MS, waited * POLL_SHARE))
  }
}

export const untilNone = (ask: () => Promise<readonly string[]>, withinMs: number): Promise<readonly string[]> =>
  until(ask, (problems) => problems.length === 0, withinMs)
