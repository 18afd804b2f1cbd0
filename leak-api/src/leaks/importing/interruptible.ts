export const INTERRUPTED = 130

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** A terminal's Ctrl-C reaches a process twice, directly and through npm. */
const ECHO_MS = 1000

/**
 * Runs `work`; its signal aborts at SIGINT and SIGTERM. Another signal, a second later, ends the
 * process (M-IMPORT-7).
 */
export const interruptible = async <Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
  const stop = new AbortController()
  let stoppedAt = 0
  const interrupt = () => {
    if (stop.signal.aborted && performance.now() - stoppedAt > ECHO_MS) process.exit(INTERRUPTED)
    if (stop.signal.aborted) return
    stoppedAt = performance.now()
    stop.abort(new Error('interrupted'))
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
