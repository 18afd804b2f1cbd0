import { createFairQueue, type EnterOptions, type FairQueueOptions } from './fair-queue.ts'

const rules = { concurrency: 2, maxWaiting: 6, maxWaitingPerKey: 4, maxWaitMs: 5000 }
const REFUSED = { ok: false, retryAfterMs: 5000 }

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const settle = async () => {
  for (let round = 0; round < 5; round++) await Promise.resolve()
}

const open = (more: Partial<FairQueueOptions> = {}) => {
  const queue = createFairQueue({ ...rules, ...more })
  const order: string[] = []
  const leaves: (() => void)[] = []
  const enter = async (key: string, how?: EnterOptions) => {
    const place = await queue.enter(key, how)
    if (!place.ok) {
      order.push(`${key} refused`)
      return
    }
    order.push(key)
    leaves.push(place.leave)
  }
  const leave = async () => {
    leaves.shift()?.()
    await settle()
  }
  const enterAll = async (...keys: string[]) => {
    for (const key of keys) void enter(key)
    await settle()
  }
  return { queue, order, enter, enterAll, leave }
}

// Threat: T-ACCOUNT-3
test('keys take turns: a key with one does not wait for all of a key with many', async () => {
  const { order, enterAll, leave } = open()
  await enterAll('a', 'a', 'a', 'a', 'a', 'b', 'c')
  expect(order).toEqual(['a', 'a'])
  for (let left = 0; left < 5; left++) await leave()
  expect(order).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'a'])
})

// Threat: T-EDGE-4
test('no key has more at work than its share, and others go past it', async () => {
  const { order, enterAll, leave } = open({ concurrency: 3, concurrencyPerKey: 2 })
  await enterAll('a', 'a', 'a', 'b')
  expect(order).toEqual(['a', 'a', 'b'])
  await leave()
  expect(order).toEqual(['a', 'a', 'b', 'a'])
})

// Threat: T-ACCOUNT-3
test('waiting is bounded for each key, and a full queue gives a place of the longest to another key', async () => {
  const { order, enterAll } = open()
  await enterAll('a', 'a', 'a', 'a', 'a', 'a', 'a')
  expect(order).toEqual(['a', 'a', 'a refused'])
  await enterAll('b', 'b', 'c', 'd')
  // Six places: c and d each take one of a's four.
  expect(order.slice(3)).toEqual(['a refused', 'a refused'])
  await enterAll('e')
  expect(order.slice(5)).toEqual(['a refused'])
  // Nobody has more than d would have then.
  await enterAll('d')
  expect(order.slice(6)).toEqual(['d refused'])
})

// Threat: T-ACCOUNT-3
test('preferred ones go first and take turns, and of four places one is for the others', async () => {
  const { order, enter, enterAll, leave } = open({ concurrency: 1, maxWaiting: 20 })
  await enterAll('a', 'a', 'a', 'b')
  for (const key of ['c', 'c', 'c', 'd', 'a']) void enter(key, { preferred: true })
  await settle()
  for (let left = 0; left < 8; left++) await leave()
  expect(order).toEqual(['a', 'c', 'd', 'a', 'a', 'c', 'c', 'b', 'a'])
})

// Threat: T-ACCOUNT-3
test('a full queue gives the place of one that is not preferred to one that is', async () => {
  const { order, enter, enterAll, leave } = open({ concurrency: 1, maxWaiting: 2 })
  await enterAll('a', 'b', 'c')
  void enter('d', { preferred: true })
  await settle()
  expect(order).toEqual(['a', 'b refused'])
  await enterAll('e')
  expect(order.slice(2)).toEqual(['e refused'])
  await leave()
  expect(order.slice(3)).toEqual(['d'])
})

test('who waits too long or has gone is refused, and holds no place', async () => {
  const { order, enter, enterAll, leave } = open()
  const gone = new AbortController()
  await enterAll('a', 'a')
  void enter('b', { signal: gone.signal })
  gone.abort()
  await settle()
  expect(order).toEqual(['a', 'a', 'b refused'])
  await enterAll('c')
  jest.advanceTimersByTime(rules.maxWaitMs)
  await settle()
  expect(order.slice(3)).toEqual(['c refused'])
  await leave()
  await leave()
  await enterAll('d', 'd')
  expect(order.slice(4)).toEqual(['d', 'd'])
})

test('a refusal says how long to wait, and a place is left once', async () => {
  const { queue } = open({ concurrency: 1, maxWaitingPerKey: 0 })
  const place = await queue.enter('a')
  expect(await queue.enter('b')).toEqual(REFUSED)
  if (!place.ok) throw new Error('the queue was empty')
  place.leave()
  place.leave()
  expect((await queue.enter('a')).ok).toBe(true)
  expect(await queue.enter('b')).toEqual(REFUSED)
})
