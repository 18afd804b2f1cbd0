import { Piscina } from 'piscina'

/** A thread beyond this limit ends with its work; the process survives. Seen: 60 MB. */
const MAX_HEAP_MB = 384
/** A thread's start takes longer than most work; a waiting thread holds memory. */
const IDLE_MS = 10_000

export type ThreadsOptions = {
  readonly file: URL
  readonly name: string
  readonly most: number
}

/**
 * Threads for work that would block the API. An idle thread waits ten seconds, keeps no process
 * alive, and is replaced after a crash.
 */
export const createThreads = ({ file, name, most }: ThreadsOptions): Piscina => {
  const threads = new Piscina({
    filename: file.href,
    name,
    minThreads: 0,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    // A thread that waits goes on with its messages.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  // Of a thread that has done its work: another one takes its place. Unheard, it would end the process.
  threads.on('error', () => undefined)
  return threads
}
