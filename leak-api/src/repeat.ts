/** Work that is done again and again. */
export type Repeated = {
  /** Ends it, and resolves when the work that is under way has ended. */
  close(): Promise<void>
}

export type RepeatOptions = {
  readonly everyMs: number
  readonly work: () => Promise<void>
  /** Called with what `work` rejects with; it is tried again the next time. */
  readonly onFailure: (error: unknown) => void
}

/** Does `work` now and every so often, never twice at a time. It keeps no process alive. */
export const repeat = ({ everyMs, work, onFailure }: RepeatOptions): Repeated => {
  let running: Promise<void> | undefined
  const begin = () => {
    running ??= work()
      .catch(onFailure)
      .finally(() => (running = undefined))
  }
  const timer = setInterval(begin, everyMs).unref()
  begin()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
