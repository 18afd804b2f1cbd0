import { sql } from '@atalaia/database'
import { setTimeout as wait } from 'node:timers/promises'
import { boolean, object } from 'zod/mini'
import type { Attack } from '../attack.ts'

const EVERY_MS = 1000
const endedRow = object({ ended: boolean() })

export const databaseCut: Attack = {
  name: 'database-cut',
  what: 'all connections to the database ended each second',
  short: true,
  health: 'either',
  pages: 'served',
  api: 'interrupted',
  attack: async ({ database }, signal) => {
    let ended = 0
    while (!signal.aborted) {
      ended += (
        await database.query(
          endedRow,
          sql`SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE datname = current_database()
  AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        )
      ).length
      await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
    return ended === 0 ? ['no connection was ended: nothing was measured'] : []
  },
}
