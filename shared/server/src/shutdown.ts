import closeWithGrace from 'close-with-grace'

/** Writes one line to standard error and ends the process: code 2 for wrong settings, 1 for everything else. */
export const exitWith = (message: string, code: 1 | 2): never => {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const DEFAULT_GRACE_MS = 10_000

/** The part of Fastify's `app.log` that is used. */
export type ShutdownLog = {
  info(facts: object, message: string): void
  fatal(facts: object, message: string): void
}

export type ShutdownOptions = {
  readonly log: ShutdownLog
  /** Closes everything, in order. Called once. */
  readonly close: () => Promise<void>
  /** Milliseconds that `close` may take; the process then ends with 1. Default: 10,000. */
  readonly graceMs?: number
}

export type Shutdown = {
  /** Starts the shutdown, or does nothing when it has started. `reason` is logged. */
  stop(reason: string): void
  /** Whether the shutdown has started: a start that fails afterwards fails because of it. */
  isStopping(): boolean
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process in order, once: on SIGTERM, on SIGINT, when the parent process is gone (its IPC channel closes), and
 * on an error that nobody caught. Logs one line about the reason and, if it fails, one about the failure; nothing is
 * dumped to standard error.
 *
 * The exit code is 0, and 1 after an uncaught error, when `close` rejects and when it takes longer than `graceMs`.
 * Further signals during the shutdown are ignored: a terminal's Ctrl-C reaches a child process twice, directly and
 * through npm, and the embedded database must not be cut off while it closes.
 */
export const handleShutdown = ({ log, close, graceMs = DEFAULT_GRACE_MS }: ShutdownOptions): Shutdown => {
  let reason: string | undefined
  const failed = (err: unknown) => log.fatal({ err }, 'stopping failed')
  const grace = closeWithGrace(
    {
      delay: graceMs,
      logger: { error: failed },
      onTimeout: () => log.fatal({ graceMs }, 'stopping took too long'),
      skip: [...SIGNALS],
    },
    async ({ err, signal }) => {
      reason ??= signal ?? (err ? 'uncaught error' : 'nothing left to do')
      if (err) log.fatal({ err }, 'stopping after an uncaught error')
      else log.info({ reason }, 'stopping')
      await close()
    },
  )
  const stop = (why: string) => {
    if (reason !== undefined) return
    reason = why
    grace.close()
  }
  for (const signal of SIGNALS) process.on(signal, () => stop(signal))
  process.on('disconnect', () => stop('disconnect'))
  return { stop, isStopping: () => reason !== undefined }
}
