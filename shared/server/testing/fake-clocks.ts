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

export const fakeClocks = (now: string): void => {
  jest.useFakeTimers({ now: Date.parse(now), doNotFake: [...REAL] })
}
