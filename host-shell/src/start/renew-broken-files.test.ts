import { renewBrokenFiles } from './renew-broken-files.ts'

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
  renewBrokenFiles(new Map([[known, 'sha384-x']]), fetch)
  fail('script', 'https://elsewhere.example/other.js')
  fail('img', known)
  dispatchEvent(new ErrorEvent('error', { message: 'thrown' }))
  expect(fetch).not.toHaveBeenCalled()
  fail('script', known)
  expect(fetch.mock.calls).toEqual([[known, { cache: 'reload' }]])
})
