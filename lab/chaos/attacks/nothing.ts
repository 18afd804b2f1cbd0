import { once } from 'node:events'
import type { Attack } from '../attack.ts'

export const nothing: Attack = {
  name: 'nothing',
  what: 'no attack',
  short: true,
  health: 'ready',
  pages: 'served',
  api: 'served',
  attack: async (_stage, signal) => {
    await once(signal, 'abort')
    return []
  },
}
