import { Worker } from 'node:worker_threads'
import type { Felt } from './felt.ts'
import type { Person } from './stage.ts'

export type OthersData = { readonly url: string; readonly people: readonly Person[]; readonly run: string }

/** Ordinary users at a steady rate in a separate thread. */
export type Others = { stop(): Promise<Felt> }

export const startOthers = (data: OthersData): Others => {
  const worker = new Worker(new URL('./others-worker.ts', import.meta.url), { workerData: data })
  const felt = new Promise<Felt>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  felt.catch(() => undefined)
  return {
    stop: async () => {
      // A thread has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage('stop')
      const result = await felt
      await worker.terminate()
      return result
    },
  }
}
