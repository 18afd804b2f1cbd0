/** Work that is done again and again. */
export type Repeated = {
  /** Ends it, and resolves when the work that is under way has ended. */
  close(): Promise<void>
}

export type RepeatOptions = {
  readonly everyMs: number
  /** Done once each time. `signal` aborts when the work should end early, because it is not to be repeated. */
  readonly work: (signal: AbortSignal) => Promise<void>
  /** Called with what `work` rejects with; it is tried again the next time. */
  readonly onFailure: (error: unknown) => void
}

/** Does `work` now and every so often, never twice at a time. It keeps no process alive. */
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
  /** Takes the next item; `undefined` when there is none. */
  readonly take: () => Promise<Item | undefined>
  readonly handle: (item: Item) => Promise<void>
  /** Items that are handled at a time. */
  readonly atOnce: number
  /** When it aborts, no further item is taken. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Takes and handles items until there is none. An item that is found lets one more be looked for beside it, so that an empty
 * queue is asked once. Rejects with the first failure, after all that was begun has ended.
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
