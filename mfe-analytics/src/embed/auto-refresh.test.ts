import { createAutoRefresh } from './auto-refresh.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const open = () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const reload = jest.fn()
  return {
    ...createAutoRefresh(document, reload),
    reload,
    show: (isShown: boolean) => {
      hidden.mockReturnValue(!isShown)
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

// Rule: M-EMBED-29
test('reloads come regularly, and keep their time when the page says the same period again', () => {
  const { every, reload } = open()
  every(60)
  jest.advanceTimersByTime(59_000)
  every(60)
  expect(reload).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1000)
  expect(reload).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(120_000)
  expect(reload).toHaveBeenCalledTimes(3)
  every(30)
  jest.advanceTimersByTime(30_000)
  expect(reload).toHaveBeenCalledTimes(4)
})

// Rule: M-EMBED-29
test('a hidden page is not reloaded, and at once when it is seen again if a reload was due', () => {
  const { every, reload, show } = open()
  every(60)
  jest.advanceTimersByTime(30_000)
  show(false)
  jest.advanceTimersByTime(600_000)
  expect([reload.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0])
  show(true)
  jest.advanceTimersByTime(0)
  expect(reload).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(20_000)
  show(false)
  jest.advanceTimersByTime(20_000)
  show(true)
  jest.advanceTimersByTime(19_000)
  expect(reload).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(1000)
  expect(reload).toHaveBeenCalledTimes(2)
})

// Rule: M-EMBED-29
test('without a period there is neither a timer nor a listener', () => {
  const listen = jest.spyOn(document, 'addEventListener')
  const unlisten = jest.spyOn(document, 'removeEventListener')
  const { every, reload } = open()
  every(undefined)
  expect(listen).not.toHaveBeenCalled()
  every(60)
  every(undefined)
  expect(unlisten).toHaveBeenLastCalledWith(...(listen.mock.calls[0] ?? []))
  expect(jest.getTimerCount()).toBe(0)
  jest.advanceTimersByTime(600_000)
  expect(reload).not.toHaveBeenCalled()
})
