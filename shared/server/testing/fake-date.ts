/** Timers and streams, of a database's client for example, stay real. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const

/** Stops the system's clock at `now` (ISO 8601) until `jest.useRealTimers` is called; `jest.setSystemTime` moves it. */
export const fakeDate = (now: string): void => {
  jest.useFakeTimers({ now: Date.parse(now), doNotFake: [...REAL] })
}
