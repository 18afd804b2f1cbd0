import { createFeed, POINT_COUNT, PERIOD_MS, type Point } from './feed.ts'

const open = () => {
  let clock = 1_000_000
  let value = 0
  const feed = createFeed({ now: () => clock, next: () => (value += 1) })
  return { feed, pass: () => (clock += PERIOD_MS) }
}

test('a new feed is full, a point a second up to now', () => {
  const { feed } = open()
  expect(feed.points()).toHaveLength(POINT_COUNT)
  expect(feed.points().at(0)?.at).toBe(1_000_000 - (POINT_COUNT - 1) * PERIOD_MS)
  expect(feed.points().at(-1)).toEqual({ at: 1_000_000, value: POINT_COUNT })
})

test('an added point is told to those who listen, and the oldest goes', () => {
  const { feed, pass } = open()
  const told: Point[] = []
  const stop = feed.subscribe((point) => told.push(point))
  pass()
  feed.add()
  stop()
  feed.add()
  expect(told).toEqual([{ at: 1_001_000, value: POINT_COUNT + 1 }])
  expect(feed.points()).toHaveLength(POINT_COUNT)
  expect(feed.points().at(0)?.value).toBe(3)
})
