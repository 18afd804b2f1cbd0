import { formatDate } from './format-date.ts'
import { formatNumber } from './format-number.ts'
import { warmFormats } from './warm-formats.ts'

const some = '2025-11-21'

it('what was made ahead, after the current task, is not made again for the first number and date', () => {
  jest.useFakeTimers()
  const made = [jest.spyOn(Intl, 'NumberFormat'), jest.spyOn(Intl, 'DateTimeFormat')]
  const count = () => made.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  warmFormats()
  expect(count()).toBe(0)
  jest.runAllTimers()
  const ahead = count()
  expect(ahead).toBeGreaterThan(0)
  expect([formatNumber(1284), formatDate(some)]).toEqual(['1.284', '21/11/2025'])
  expect(count()).toBe(ahead)
  jest.useRealTimers()
  jest.restoreAllMocks()
})
