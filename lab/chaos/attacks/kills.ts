import { setTimeout as wait } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { ServerName } from '../stage.ts'

const EVERY_MS = 3000

const killed = (name: ServerName): Pick<Attack, 'what' | 'leastSeconds' | 'health' | 'attack'> => ({
  what: `${name} killed (SIGKILL) under load each ${EVERY_MS / 1000} s, and started again`,
  // Twice.
  leastSeconds: 4,
  health: 'either',
  attack: async (stage, signal) => {
    while (!signal.aborted) {
      await stage.restart(name)
      await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
    return []
  },
})

export const killedApi: Attack = {
  name: 'killed-api',
  short: true,
  pages: 'served',
  api: 'interrupted',
  ...killed('leak-api'),
}
export const killedGateway: Attack = {
  name: 'killed-gateway',
  short: true,
  pages: 'interrupted',
  api: 'interrupted',
  ...killed('gateway'),
}
