import { act, renderHook } from '@testing-library/react'
import { controlSight } from '../../testing/sight.ts'
import { createFeed } from './feed.ts'
import { useLive } from './use-live.ts'

afterEach(() => jest.useRealTimers())

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds))

// Rule: P-KIT-23
test('a point comes each second, and none while the chart is paused or out of sight', () => {
  jest.useFakeTimers()
  const show = controlSight()
  let added = -30
  const feed = createFeed({ now: Date.now, next: () => (added += 1) })
  const frame = document.createElement('div')
  const { result } = renderHook(() => {
    const live = useLive(feed)
    live.frame.current ??= frame
    return live
  })
  const toggle = () => act(() => result.current.toggle())
  pass(5000)
  expect(added).toBe(0)
  show(true)
  pass(999)
  expect(added).toBe(0)
  pass(1)
  expect(result.current.points.at(-1)?.value).toBe(1)
  toggle()
  pass(5000)
  expect(added).toBe(1)
  toggle()
  pass(2000)
  expect(added).toBe(3)
  show(false)
  pass(5000)
  expect(added).toBe(3)
})
