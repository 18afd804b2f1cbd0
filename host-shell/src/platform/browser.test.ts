import { MessageChannel } from 'node:worker_threads'
import { canStore, nextTask } from './browser.ts'

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'scheduler')
  Reflect.deleteProperty(globalThis, 'MessageChannel')
})

test('a step of the start begins in a later task than the one before it, also in a browser without a scheduler', async () => {
  Object.assign(globalThis, { MessageChannel })
  const order: string[] = []
  const next = nextTask().then(() => order.push('next task'))
  await Promise.resolve()
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  order.push('same task')
  await next
  expect(order).toEqual(['same task', 'next task'])
})

test('a browser with a scheduler decides itself when the next step begins', async () => {
  const yielded = jest.fn(async () => {})
  Object.assign(globalThis, { scheduler: { yield: yielded } })
  await nextTask()
  expect(yielded).toHaveBeenCalledTimes(1)
})

// Rule: P-SESSION-62
test('storage that throws, or keeps nothing, is refused', () => {
  expect(canStore()).toBe(true)
  const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {})
  expect(canStore()).toBe(false)
  set.mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(canStore()).toBe(false)
  set.mockRestore()
})
