import { createPageFiles, systemClock } from '@atalaia/kernel'
import { followBrokenFiles, warnOfUnused } from './start-kernel.ts'

const known = 'https://atalaia.example/remotes/mfe-analytics/1.4.0/chart.js'

const fail = (tag: 'script' | 'img', src: string) => {
  const element = Object.assign(document.createElement(tag), { src })
  document.body.append(element)
  element.dispatchEvent(new Event('error'))
  element.remove()
}

// Rule: M-FAIL-16
test('a file that did not load is asked for past the cache, and nothing else is', () => {
  const fetch = jest.fn(async () => new Response())
  const files = createPageFiles({ fetch, clock: systemClock, origin: location.origin })
  files.register('https://atalaia.example/remotes/mfe-analytics/1.4.0/', [
    { path: 'chart.js', bytes: 1, integrity: 'sha384-x' },
  ])
  followBrokenFiles(files)
  fail('script', 'https://elsewhere.example/other.js')
  fail('img', known)
  dispatchEvent(new ErrorEvent('error', { message: 'thrown' }))
  expect(fetch).not.toHaveBeenCalled()
  fail('script', known)
  expect(fetch.mock.calls).toEqual([[known, { cache: 'reload' }]])
})

// Rule: M-SPEED-4
test('calls that were sent early and that no remote took are named once, and none where all were taken', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  const call = {
    remote: 'mfe-analytics',
    token: 'secret',
    sentAt: 0,
    answer: Promise.resolve({ status: 200, body: '' }),
  }
  warnOfUnused([])
  expect(warn).not.toHaveBeenCalled()
  warnOfUnused(['/api/emails', '/api/dashboard/resumo'].map((address) => ({ ...call, address })))
  expect(warn.mock.calls).toEqual([
    [
      'mfe-analytics: its descriptor names calls that its first screen did not make: /api/emails, /api/dashboard/resumo',
    ],
  ])
  warn.mockRestore()
})
