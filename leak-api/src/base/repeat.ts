export type Repeated = {
  /** Resolves when running work has ended. */
  close(): Promise<void>
}

export type RepeatOptions = {
  readonly everyMs: number
  /** `signal` aborts when no repetition will follow. */
  readonly work: (signal: AbortSignal) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Runs `work` now and at intervals, never twice at a time. Keeps no process alive. */
export const repeat = ({ everyMs, work, onFailure }: RepeatOptions): Repeated => {
  let running: Promise<void> | undefined
  const closing = new AbortController()
  const begin = () => {
    running ??= work(closing.signal)
      .catch(onFailure)
      .finally(() => (running = undefined))
  }
  const timer = setInterval(begin, everyMs).unref()
  begin()
  return {
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}

export type DrainOptions<Item> = {
  readonly take: () => Promise<Item | undefined>
  readonly handle: (item: Item) => Promise<void>
  readonly atOnce: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Handles items until none is left. Each found item allows one more search, so an empty queue gets
 * one. Rejects with the first failure, after begun work has ended.
 */
export const drain = async <Item>({ take, handle, atOnce, signal }: DrainOptions<Item>): Promise<void> => {
  const handlers: Promise<void>[] = []
  let running = 0
  const handleNext = async () => {
    running += 1
    try {
      for (;;) {
        if (signal?.aborted === true) return
        const item = await take()
        if (item === undefined) return
        if (running < atOnce) handlers.push(handleNext())
        await handle(item)
      }
    } finally {
      running -= 1
    }
  }
  handlers.push(handleNext())
  const ends: PromiseSettledResult<void>[] = []
  // One that runs may have begun another one.
  while (ends.length < handlers.length) ends.push(...(await Promise.allSettled(handlers.slice(ends.length))))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
