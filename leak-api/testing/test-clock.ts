import { fakeClocks } from '@atalaia/server/testing/fake-clocks'
import type { Clock } from '../src/base/clock.ts'

export type TestClock = Clock & { advance(seconds: number): void; set(instant: string): void }

afterEach(() => jest.useRealTimers())

export const createTestClock = (instant = '2026-11-21T15:00:00Z'): TestClock => {
  let now = Date.parse(instant)
  // Rate limits read the monotonic clock.
  fakeClocks(instant)
  return Object.assign(() => new Date(now), {
    advance: (seconds: number) => {
      now += seconds * 1000
      jest.advanceTimersByTime(seconds * 1000)
    },
    set: (next: string) => {
      now = Date.parse(next)
      jest.setSystemTime(now)
    },
  })
}
