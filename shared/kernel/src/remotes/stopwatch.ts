import type { Clock } from '../ports.ts'
import type { RemotePhase } from './remote-error.ts'

/** Milliseconds by phase. */
export type Milliseconds = Readonly<Record<string, number>>

/** Measures phases that follow one another; entering one ends the one before. */
export const createStopwatch = (clock: Clock) => {
  const measured: Record<string, number> = {}
  let current: { readonly phase: RemotePhase; readonly since: number } | undefined
  const close = () => {
    if (current) measured[current.phase] = Math.max(0, clock.now() - current.since)
    current = undefined
  }
  return {
    enter: (phase: RemotePhase) => {
      close()
      current = { phase, since: clock.now() }
    },
    /** Ends the running phase and gives them all. */
    read: (): Milliseconds => {
      close()
      return { ...measured }
    },
  }
}
