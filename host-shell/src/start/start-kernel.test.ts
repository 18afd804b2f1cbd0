import { createPageFiles, systemClock } from '@atalaia/kernel'
import { createTestKernel } from '@atalaia/kernel/testing'
import type { RouteObject } from '@atalaia/react/router'
import { followBrokenFiles, isRoute, reportLateErrors, warnOfUnused } from './start-kernel.ts'

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

const thrownIn = (file: string) =>
  Object.assign(new Error('no such row'), { stack: `Error: no such row\n    at https://atalaia.example/${file}:1:1` })

// Rule: M-FAIL-12
test('an uncaught error, and a rejected promise, are logged with the remote whose file they name', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {})
  const { kernel } = createTestKernel<RouteObject>({ isRoute })
  await kernel.remotes.get('mfe-analytics')?.activate()
  reportLateErrors({ kernel })
  for (const file of ['shell/main.js', 'remotes/mfe-analytics/1.4.0/entry.js']) {
    const thrown = thrownIn(file)
    dispatchEvent(new ErrorEvent('error', { error: thrown, message: thrown.message }))
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: thrown }))
  }
  const line = ['mfe-analytics 1.4.0: event: no such row']
  expect(logged.mock.calls).toEqual([line, line])
  logged.mockRestore()
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
