import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The same signal again within this time (ms) is the same wish: the terminal's and npm's copy of one Ctrl-C. */
const REPEATED_SIGNAL_MS = 1000

/**
 * Runs a command to its end and hands the signals of this process on to it, each wish once.
 * `ended` gives its exit code: 128 + the signal's number when a signal ended it, 127 when it could not start.
 */
export const runChild = (command, args, options) => {
  const child = spawn(command, args, options)
  const lastSent = new Map()
  const stop = (signal) => {
    const now = Date.now()
    if (now - (lastSent.get(signal) ?? 0) < REPEATED_SIGNAL_MS) return
    lastSent.set(signal, now)
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)

  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`Cannot start ${command}: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  }).finally(() => SIGNALS.forEach((signal) => process.off(signal, stop)))

  return { stop, ended }
}
