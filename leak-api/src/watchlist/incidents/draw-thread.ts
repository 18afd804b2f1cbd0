import type { Dossier } from '@atalaia/contracts/incidents'
import { createFairQueue, messageOf } from '@atalaia/server'
import { busy } from '../../base/problems.ts'
import { createThreads } from '../../base/threads.ts'
import type { DrawWork } from './draw-worker.ts'

/** The largest dossier takes two seconds; a page gives up after 15 s (P-API-12). */
const QUEUE = { concurrency: 1, maxWaiting: 32, maxWaitingPerKey: 4, maxWaitMs: 10_000 }

const threads = createThreads({
  file: new URL('./draw-worker.ts', import.meta.url),
  name: 'draw',
  most: QUEUE.concurrency,
})

const draw = async (work: DrawWork): Promise<Buffer> => {
  try {
    const file: Uint8Array = await threads.run(work)
    return Buffer.from(file)
  } catch (error) {
    throw new Error(`the dossier cannot be drawn: ${messageOf(error)}`, { cause: error })
  }
}

export type DrawDossier = (organisationId: string, dossier: Dossier, brand: string) => Promise<Buffer>

/**
 * Draws PDFs in a thread, so that the API answers meanwhile (P-INCIDENT-6). Serial; organisations
 * take turns. A full queue rejects with a 503.
 */
export const createDrawDossier = (): DrawDossier => {
  const queue = createFairQueue(QUEUE)
  return async (organisationId, dossier, brand) => {
    const place = await queue.enter(organisationId)
    if (!place.ok) throw busy(place)
    try {
      return await draw({ dossier, brand })
    } finally {
      place.leave()
    }
  }
}
