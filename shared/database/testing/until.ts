import { setTimeout as wait } from 'node:timers/promises'

const EVERY_MS = 25

/** Polls until `ask` returns true. Rejects after `withinMs` with `what`. */
export const until = async (what: string, ask: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> => {
  const end = performance.now() + withinMs
  while (!(await ask())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`)
    await wait(EVERY_MS)
  }
}
