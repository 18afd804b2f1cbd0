import { drain } from './repeat.ts'

const createQueue = (items: number[], atOnce: number) => {
  const waiting: (() => void)[] = []
  const seen = { asked: 0, most: 0, handled: [] as number[] }
  const drained = drain({
    atOnce,
    take: async () => {
      seen.asked += 1
      return items.shift()
    },
    handle: async (item: number) => {
      const ended = new Promise<void>((resolve) => waiting.push(resolve))
      seen.most = Math.max(seen.most, waiting.length)
      await ended
      if (item < 0) throw new Error(`refused ${item}`)
      seen.handled.push(item)
    },
  })
  const finish = async () => {
    for (let turn = 0; turn < 100; turn++) {
      await new Promise(setImmediate)
      waiting.pop()?.()
    }
  }
  return { seen, drained, finish }
}

test('an empty queue is asked once, however many may be handled at a time', async () => {
  const { seen, drained } = createQueue([], 8)
  await drained
  expect(seen.asked).toBe(1)
})

test('as many items as are allowed are handled at a time, and each of them once', async () => {
  const { seen, drained, finish } = createQueue([1, 2, 3, 4, 5, 6, 7], 3)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  expect(seen.most).toBe(3)
  await finish()
  await drained
  expect(seen.most).toBe(3)
  expect(seen.handled.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a failure is told once all that was begun has ended', async () => {
  const { seen, drained, finish } = createQueue([1, -2, 3], 3)
  await Promise.all([expect(drained).rejects.toThrow('refused -2'), finish()])
  expect(seen.handled.toSorted()).toEqual([1, 3])
})
