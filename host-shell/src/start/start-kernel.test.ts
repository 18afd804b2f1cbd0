import { createPageFiles, systemClock } from '@atalaia/kernel'
import { followBrokenFiles } from './start-kernel.ts'

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
