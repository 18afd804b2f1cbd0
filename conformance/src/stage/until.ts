import { setTimeout as wait } from 'node:timers/promises'

const POLL = 50

/** Asks again and again until `enough` of it, and gives the last answer either way. */
export const until = async <Value>(
  ask: () => Promise<Value>,
  enough: (value: Value) => boolean,
  withinMs = 5_000,
): Promise<Value> => {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await ask()
    if (enough(value) || Date.now() > deadline) return value
    await wait(POLL)
  }
}

/** Waits for nothing to be left to complain of; gives what is. */
export const untilNone = (ask: () => Promise<readonly string[]>, withinMs?: number): Promise<readonly string[]> =>
  until(ask, (problems) => problems.length === 0, withinMs)
