import { setTimeout as wait } from 'node:timers/promises'

/** Each question takes some time of the page itself: the longer it takes, the fewer are asked. */
const POLL_MS = 50
const POLL_SHARE = 0.1

/** Long enough for a machine with much else to do: only an embed that does not load takes it. */
export const LOADING_MS = 12_000

/** Asks until the answer is `enough` or the time is over, and returns the last answer. */
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

/** Waits until there is no problem left, and returns the problems that are. */
export const untilNone = (ask: () => Promise<readonly string[]>, withinMs: number): Promise<readonly string[]> =>
  until(ask, (problems) => problems.length === 0, withinMs)
