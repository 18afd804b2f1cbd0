import { Worker } from 'node:worker_threads'
import type { Dossier } from '@atalaia/contracts/incidents'
import { createFairQueue, messageOf } from '@atalaia/server'
import { busy } from '../problems.ts'
import type { DrawWork } from './draw-worker.ts'

/** A thread that needs more is ended, and the drawing with it; the process lives on. */
const MAX_HEAP_MB = 384
/** The largest dossier is drawn in two seconds; a page gives up after 15 s (P-API-12). */
const QUEUE = { concurrency: 1, maxWaiting: 32, maxWaitingPerKey: 4, maxWaitMs: 10_000 }

const draw = async (workerData: DrawWork): Promise<Buffer> => {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (file: Uint8Array) => resolve(Buffer.from(file)))
      worker.once('error', (error) =>
        reject(new Error(`the dossier cannot be drawn: ${messageOf(error)}`, { cause: error })),
      )
      worker.once('exit', () => reject(new Error('the dossier cannot be drawn: its thread has ended')))
    })
  } finally {
    await worker.terminate()
  }
}

export type DrawDossier = (organisationId: string, dossier: Dossier, brand: string) => Promise<Buffer>

/**
 * Draws dossiers as PDF in a thread of their own, so that the API answers in the meantime (P-INCIDENT-6). One is drawn
 * at a time, and organisations take turns. Rejects with a 503 when too many wait.
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
