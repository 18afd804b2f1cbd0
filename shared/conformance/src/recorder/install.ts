import type { BrowserContext } from '@playwright/test'
import type { Door } from '../door.ts'
import { openLedger } from './ledger.ts'
import { markPlaces } from './mark-places.ts'
import { watchListeners } from './watch-listeners.ts'
import { watchObservers } from './watch-observers.ts'
import { watchReact } from './watch-react.ts'
import { watchTimers } from './watch-timers.ts'
import { watchWrites } from './watch-writes.ts'

/** Records from before the first script on. */
export const installRecorder = async (context: BrowserContext, door: Door): Promise<void> => {
  for (const part of [openLedger, watchListeners, watchTimers, watchObservers, watchWrites, watchReact]) {
    await context.addInitScript(part)
  }
  if (door === 'federation') await context.addInitScript(markPlaces)
}
