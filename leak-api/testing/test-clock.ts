import type { Clock } from '../src/clock.ts'

export type TestClock = Clock & { advance(seconds: number): void; set(instant: string): void }

/** A clock that stands still until it is moved. */
export const createTestClock = (instant = '2026-11-21T15:00:00Z'): TestClock => {
  let now = Date.parse(instant)
  return Object.assign(() => new Date(now), {
    advance: (seconds: number) => {
      now += seconds * 1000
    },
    set: (next: string) => {
      now = Date.parse(next)
    },
  })
}
