import type { BrowserContext } from '@playwright/test'
import { openLedger } from './ledger.ts'
import { watchListeners } from './watch-listeners.ts'
import { watchObservers } from './watch-observers.ts'
import { watchReact } from './watch-react.ts'
import { watchTimers } from './watch-timers.ts'
import { watchWrites } from './watch-writes.ts'

/** Records what the pages of this context do, from before their first script on. */
export const installRecorder = async (context: BrowserContext): Promise<void> => {
  for (const part of [openLedger, watchListeners, watchTimers, watchObservers, watchWrites, watchReact]) {
    await context.addInitScript(part)
  }
}
