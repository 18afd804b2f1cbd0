import { setTimeout as wait } from 'node:timers/promises'

const EVERY_MS = 25

/**
 * Asks again and again until the answer is `true`, for what another process brings about. Rejects after `withinMs`
 * milliseconds (default 20,000), with `what` was waited for.
 */
export const until = async (what: string, ask: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> => {
  const end = performance.now() + withinMs
  while (!(await ask())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`)
    await wait(EVERY_MS)
  }
}
