import { setTimeout as wait } from 'node:timers/promises'

const POLL = 50

/** Long enough for a machine with much else to do: only an embed that does not load takes it. */
export const LOADING_MS = 12_000

/** Asks until the answer is `enough` or the time is over, and returns the last answer. */
export const until = async <Value>(
  ask: () => Promise<Value>,
  enough: (value: Value) => boolean,
  withinMs: number,
): Promise<Value> => {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await ask()
    if (enough(value) || Date.now() > deadline) return value
    await wait(POLL)
  }
}

/** Waits until there is no problem left, and returns the problems that are. */
export const untilNone = (ask: () => Promise<readonly string[]>, withinMs: number): Promise<readonly string[]> =>
  until(ask, (problems) => problems.length === 0, withinMs)
