import { act, renderHook } from '@testing-library/react'
import { controlSight } from '../../testing/sight.ts'
import { useAutoload } from './use-autoload.ts'
import { useRefresh } from './use-refresh.ts'

let show: (inSight: boolean) => void

beforeEach(() => {
  jest.useFakeTimers()
  show = controlSight()
})
afterEach(() => jest.useRealTimers())

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds))

// Rule: P-KIT-6
test('a refresh shows the loader for 200 ms, and then the next content', () => {
  const { result } = renderHook(() => useRefresh(['one', 'two']))
  act(() => result.current.refresh())
  pass(199)
  expect(result.current).toMatchObject({ content: 'one', status: 'loading' })
  pass(1)
  expect(result.current).toMatchObject({ content: 'two', status: 'ready' })
})

// Rule: P-KIT-7
test('the automatic load comes every 2000 ms, and neither while it is paused nor out of sight', () => {
  const load = jest.fn()
  const frame = document.createElement('div')
  const { result } = renderHook(() => {
    const autoload = useAutoload(load)
    autoload.frame.current ??= frame
    return autoload
  })
  pass(4000)
  expect(load).not.toHaveBeenCalled()
  show(true)
  pass(1999)
  expect(load).not.toHaveBeenCalled()
  pass(1)
  pass(2000)
  expect(load).toHaveBeenCalledTimes(2)
  act(() => result.current.toggle())
  pass(6000)
  expect(load).toHaveBeenCalledTimes(2)
  act(() => result.current.toggle())
  show(false)
  pass(6000)
  expect(load).toHaveBeenCalledTimes(2)
})
