import { once } from 'node:events'
import type { Attack } from '../attack.ts'

export const databaseSilent: Attack = {
  name: 'database-silent',
  what: 'the network takes what is sent to the database, and delivers nothing',
  short: false,
  leastSeconds: 20,
  health: 'not ready',
  pages: 'served',
  api: 'interrupted',
  attack: async ({ link }, signal) => {
    link.blackHole()
    await once(signal, 'abort')
    await link.pass()
    return []
  },
}
