import { fakeDate } from '@atalaia/server/testing/fake-date'
import type { Clock } from '../src/clock.ts'

export type TestClock = Clock & { advance(seconds: number): void; set(instant: string): void }

afterEach(() => jest.useRealTimers())

/** A clock that stands still until it is moved, and the system's clock with it until the test ends. */
export const createTestClock = (instant = '2026-11-21T15:00:00Z'): TestClock => {
  let now = Date.parse(instant)
  const move = (to: number) => {
    now = to
    jest.setSystemTime(now)
  }
  // Rate limits read the system's clock.
  fakeDate(instant)
  return Object.assign(() => new Date(now), {
    advance: (seconds: number) => move(now + seconds * 1000),
    set: (next: string) => move(Date.parse(next)),
  })
}
