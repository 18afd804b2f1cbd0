import { Worker } from 'node:worker_threads'
import { DatabaseError, DatabaseUnavailableError } from './database.ts'
import type { PgliteReply, PgliteRequest, PgliteWork } from './pglite-protocol.ts'

type Waiting = {
  readonly resolve: (reply: Extract<PgliteReply, { ok: true }>) => void
  readonly reject: (error: Error) => void
}

export type PgliteConnection = {
  send(work: PgliteWork): Promise<Extract<PgliteReply, { ok: true }>>
  terminate(): Promise<void>
}

/** Nothing is answered any more, until the process is started again. */
const stopped = (message: string, cause?: unknown): DatabaseError =>
  new DatabaseUnavailableError(message, { reason: 'lost', outcome: 'unknown', cause })

/** Disk or memory are used up (class 53): the statement has changed nothing, and may succeed later. */
const failureOf = ({ message, code }: Extract<PgliteReply, { ok: false }>): DatabaseError =>
  code?.startsWith('53') === true
    ? new DatabaseUnavailableError(message, { reason: 'refused', outcome: 'none', code })
    : new DatabaseError(message, code)

/**
 * Starts PGlite on `folder`, or in memory without one. It computes in the thread that it lives in, so it gets one of its own:
 * requests are answered while an import runs, and reading a file and writing its rows go on at the same time.
 */
export const startPglite = (folder: string | undefined): PgliteConnection => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: folder })
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let gone: Error | undefined

  const end = (cause: Error) => {
    gone ??= cause
    for (const { reject } of waiting.values()) reject(gone)
    waiting.clear()
  }
  worker.on('message', (reply: PgliteReply) => {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) request?.resolve(reply)
    else request?.reject(failureOf(reply))
  })
  worker.on('error', (cause) => end(stopped('embedded database: it stopped', cause)))
  worker.on('exit', () => end(stopped('embedded database: it is closed')))

  return {
    send: (work) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) return reject(gone)
        const request: PgliteRequest = { id: nextId++, work }
        waiting.set(request.id, { resolve, reject })
        worker.postMessage(request)
      }),
    terminate: async () => {
      await worker.terminate()
    },
  }
}
