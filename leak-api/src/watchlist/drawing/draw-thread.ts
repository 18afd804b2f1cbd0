import { createFairQueue, messageOf } from '@atalaia/server'
import { busy } from '../../base/problems.ts'
import { createThreads } from '../../base/threads.ts'
import type { DrawWork } from './draw-worker.ts'

/** The largest dossier takes two seconds; a page gives up after 15 s (P-API-12). */
const QUEUE = { concurrency: 1, maxWaiting: 64, maxWaitingPerKey: 16, maxWaitMs: 10_000 }

const threads = createThreads({
  file: new URL('./draw-worker.ts', import.meta.url),
  name: 'draw',
  most: QUEUE.concurrency,
})

const draw = async (work: DrawWork): Promise<Buffer> => {
  try {
    const file: Uint8Array = await threads.run(work)
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  } catch (error) {
    throw new Error(`the PDF cannot be drawn: ${messageOf(error)}`, { cause: error })
  }
}

export type Draw = (organisationId: string, work: DrawWork) => Promise<Buffer>

/** P-REPORT-34. Serial; organisations take turns. A full queue rejects with a 503. */
export const createDraw = (): Draw => {
  const queue = createFairQueue(QUEUE)
  return async (organisationId, work) => {
    const place = await queue.enter(organisationId)
    if (!place.ok) throw busy(place)
    try {
      return await draw(work)
    } finally {
      place.leave()
    }
  }
}
