import closeWithGrace from 'close-with-grace'

/** pino's number. */
const FATAL = 60

/** Writes a line to standard error, in production as JSON. Code 2: wrong settings; 1: all else. */
export const exitWith = (message: string, code: 1 | 2): never => {
  const isJson = process.env.NODE_ENV === 'production'
  process.stderr.write(`${isJson ? JSON.stringify({ level: FATAL, time: Date.now(), msg: message }) : message}\n`)
  process.exit(code)
}

const DEFAULT_GRACE_MS = 10_000

export type ShutdownLog = {
  info(facts: object, message: string): void
  fatal(facts: object, message: string): void
}

export type ShutdownOptions = {
  readonly log: ShutdownLog
  readonly close: () => Promise<void>
  /** Milliseconds for `close`; then exits with 1. Default: 10,000. */
  readonly graceMs?: number
}

export type Shutdown = {
  stop(reason: string): void
  isStopping(): boolean
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process once: on SIGTERM, SIGINT, a lost parent (its IPC channel closes), or an uncaught
 * error. Logs the reason and any failure. Exit code 0; 1 after an uncaught error, a failed `close`,
 * or `graceMs`. Ignores further signals: Ctrl-C reaches a child directly and through npm, and the
 * embedded database must close fully.
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
