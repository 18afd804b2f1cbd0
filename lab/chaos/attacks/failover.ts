import { setTimeout as wait } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { notServed, promote, untilAborted } from '../published.ts'
import { PUBLISHED } from '../stage.ts'

const WITHOUT_PRIMARY_MS = 5000

export const failover: Attack = {
  name: 'failover',
  what: `the primary of two PostgreSQL servers crashes, and ${WITHOUT_PRIMARY_MS / 1000} s later its standby takes its place`,
  short: false,
  leastSeconds: 15,
  backends: 'replicated',
  health: 'not ready',
  pages: 'served',
  api: 'interrupted',
  attack: async (stage, signal) => {
    // An order that was answered must be there afterwards, too.
    await promote(stage.remotes, PUBLISHED.before)
    const { killPrimary, promoteStandby } = stage.pair()
    await killPrimary()
    await wait(WITHOUT_PRIMARY_MS)
    await promoteStandby()
    await untilAborted(signal)
    const after = await notServed(stage, PUBLISHED.before)
    await promote(stage.remotes, PUBLISHED.now)
    return [...after, ...(await notServed(stage, PUBLISHED.now))]
  },
}
