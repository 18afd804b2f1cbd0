import { once } from 'node:events'
import type { Attack } from '../attack.ts'

const DELAY_MS = 50

export const databaseSlow: Attack = {
  name: 'database-slow',
  what: `each piece to and from the database ${DELAY_MS} ms late`,
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'slow',
  attack: async (stage, signal) => {
    const link = stage.link('database')
    link.slow(DELAY_MS)
    await once(signal, 'abort')
    await link.pass()
    return []
  },
}
