import { Piscina } from 'piscina'

/** A thread that needs more is ended, and its work with it; the process lives on. Seen: 60 MB. */
const MAX_HEAP_MB = 384
/** Starting a thread takes longer than most of its works; one that waits holds its memory. */
const IDLE_MS = 10_000

export type ThreadsOptions = {
  readonly file: URL
  /** The function of `file` that does the work. It gets a copy of its argument. */
  readonly name: string
  /** Threads that run at once; further work waits. */
  readonly most: number
}

/**
 * Threads for work that would keep the API from answering. One that has done its work waits for the next one for ten
 * seconds, and keeps no process alive; one that falls over meanwhile is replaced.
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
