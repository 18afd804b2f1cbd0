/** Timers and streams, of a database's client for example, stay real. */
const REAL = [
  'hrtime',
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const

/**
 * Stops the system's clock at `now` (ISO 8601), and the monotonic one (`performance.now`), until `jest.useRealTimers` is
 * called. `jest.advanceTimersByTime` moves both, as time does; `jest.setSystemTime` moves the system's alone, as a
 * person does who sets it.
 */
export const fakeClocks = (now: string): void => {
  jest.useFakeTimers({ now: Date.parse(now), doNotFake: [...REAL] })
}
