import type { Release } from '@atalaia/contracts'
import type { Reporter } from '@atalaia/kernel'
import { startReporting } from './start-reporting.ts'

jest.mock('web-vitals', () => {
  throw new TypeError('error loading dynamically imported module')
})

test('a page that could not load what measures it says so once it has stood for a while, not as it is being left', async () => {
  jest.useFakeTimers()
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  const live: Pick<Release, 'live'> = { live: true }
  const reporter: Pick<Reporter, 'vital' | 'flush'> = { vital: () => {}, flush: () => {} }
  startReporting(live as Release, reporter as Reporter, () => '/')
  await jest.advanceTimersByTimeAsync(4_000)
  expect(warn).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(warn.mock.calls).toEqual([['shell: the page is not measured', expect.any(TypeError)]])
})
