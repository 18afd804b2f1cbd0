import { Worker } from 'node:worker_threads'
import type { Person } from './stage.ts'

/** Calls of one kind. Times are milliseconds from when a call was due, ascending. */
export type Kind = { readonly times: readonly number[]; readonly failures: readonly string[] }

/** One answer of `GET /healthz`; `at` is a time since the epoch that no clock change moves. */
export type HealthLook = { readonly at: number; readonly status: number }

/** The calls of ordinary people, and how they went. */
export type Felt = {
  readonly pages: Kind
  readonly api: Kind
  readonly health: readonly HealthLook[]
  /** The addresses that the API confirmed as added, with the person who added them. */
  readonly written: readonly { readonly person: number; readonly email: string }[]
}

export type OthersData = { readonly url: string; readonly people: readonly Person[]; readonly run: string }

/** Ordinary people who use the platform at a steady rate, in a thread of their own. */
export type Others = { stop(): Promise<Felt> }

export const now = (): number => performance.timeOrigin + performance.now()

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
