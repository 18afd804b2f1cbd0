import { followProcessor, type ProcessTimes } from './processor-time.ts'

type Line = readonly [pid: number, parent: number, own: number, waited?: number, start?: number]

const follow = (...looks: readonly (readonly Line[])[]) => {
  const left = [...looks]
  const processor = followProcessor(1, () =>
    (left.shift() ?? []).map(([pid, parent, own, waited = 0, start = 0]): ProcessTimes => ({
      pid,
      parent,
      start,
      own,
      waited,
    })),
  )
  for (const _ of looks) processor.sample()
  return processor.seconds()
}

test('children count with what their parent has waited for', () => {
  expect(
    follow(
      [
        [1, 0, 100],
        [2, 1, 50],
      ],
      [[1, 0, 200, 80]],
    ),
  ).toBe(2.8)
})

test('a process that nobody waited for counts with what was last seen of it', () => {
  // A browser and its page: the browser is waited for, the page is not.
  expect(
    follow(
      [
        [1, 0, 100],
        [2, 1, 50],
        [3, 2, 400],
      ],
      [[1, 0, 100, 60]],
    ),
  ).toBe(5.5)
})

test('a process whose parent has ended is still followed', () => {
  expect(
    follow(
      [
        [1, 0, 0],
        [2, 1, 0],
        [3, 2, 100],
      ],
      [
        [1, 0, 0],
        [3, 9, 300],
      ],
    ),
  ).toBe(3)
})

test('processes of others count for nothing, nor does a number that is used again', () => {
  expect(
    follow(
      [
        [1, 0, 100],
        [7, 9, 900],
      ],
      [
        [1, 0, 100],
        [7, 9, 900],
      ],
    ),
  ).toBe(1)
  expect(
    follow(
      [
        [1, 0, 0],
        [2, 1, 100],
      ],
      [
        [1, 0, 0, 100],
        [2, 9, 500, 0, 5],
      ],
    ),
  ).toBe(1)
})

test('without /proc there is no time', () => {
  expect(follow([])).toBeUndefined()
})
