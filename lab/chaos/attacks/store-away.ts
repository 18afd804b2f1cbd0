import { rename, rm } from 'node:fs/promises'
import type { Attack } from '../attack.ts'
import { untilAborted, wrongFileAnswers } from '../published.ts'

const common = { leastSeconds: 5, health: 'not ready', pages: 'served', api: 'served' } as const

export const storeAway: Attack = {
  name: 'store-away',
  what: 'the folder of the published builds is gone, and comes back',
  short: true,
  ...common,
  attack: async (stage, signal) => {
    const { artifacts } = stage
    await rename(artifacts, `${artifacts}.away`)
    try {
      return await wrongFileAnswers(stage, signal)
    } finally {
      // A server may have made the folder anew meanwhile.
      await rm(artifacts, { recursive: true, force: true })
      await rename(`${artifacts}.away`, artifacts)
    }
  },
}

export const s3Away: Attack = {
  name: 's3-away',
  what: 'the S3 server of the published builds takes no connection, and comes back',
  short: false,
  backends: 'replicated',
  ...common,
  attack: async (stage, signal) => {
    const link = stage.link('store')
    await link.refuse()
    const wrong = await wrongFileAnswers(stage, signal)
    await link.pass()
    return wrong
  },
}

export const s3Silent: Attack = {
  name: 's3-silent',
  what: 'the S3 server of the published builds takes connections and answers nothing, and then does',
  short: false,
  backends: 'replicated',
  ...common,
  attack: async (stage, signal) => {
    const link = stage.link('store')
    link.blackHole()
    await untilAborted(signal)
    await link.pass()
    return []
  },
}
