import { rename, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { remoteBase } from '@atalaia/contracts'
import type { Attack } from '../attack.ts'
import { addressIn, send } from '../http.ts'
import { PUBLISHED } from '../stage.ts'

const EVERY_MS = 1000

export const storeAway: Attack = {
  name: 'store-away',
  what: 'the folder of the published builds is gone, and comes back',
  short: true,
  leastSeconds: 10,
  health: 'not ready',
  pages: 'served',
  api: 'served',
  attack: async ({ url, artifacts }, signal) => {
    const file = `${url}${remoteBase(PUBLISHED.name, PUBLISHED.now)}remote.json`
    const statuses = new Set<number>()
    await rename(artifacts, `${artifacts}.away`)
    try {
      while (!signal.aborted) {
        statuses.add((await send({ url: file, from: addressIn(19, 0) })).status)
        await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
      }
    } finally {
      // A server may have made the folder anew meanwhile.
      await rm(artifacts, { recursive: true, force: true })
      await rename(`${artifacts}.away`, artifacts)
    }
    const wrong = [...statuses].filter((status) => status !== 200 && status !== 503)
    return wrong.length > 0 ? [`a file was answered with ${wrong.join(', ')}, where 503 is right`] : []
  },
}
