import { loadAnalytics, scriptUrl } from './load.ts'

const gateway = 'https://atalaia.example'
const script = () => document.head.querySelector('script')

afterEach(() => script()?.remove())

test.each([
  [{ gateway }, 'https://atalaia.example/embed/mfe-analytics/stable/embed.js'],
  [{ gateway: `${gateway}/intranet/`, version: '1.4.0' }, 'https://atalaia.example/embed/mfe-analytics/1.4.0/embed.js'],
])('a gateway, and a channel or version, give the address of the script', (options, address) => {
  expect(scriptUrl(options)).toBe(address)
})

test.each(['atalaia.example', 'ftp://atalaia.example', ''])('"%s" is refused as a gateway, by name', async (wrong) => {
  await expect(loadAnalytics({ gateway: wrong })).rejects.toThrow(`gateway "${wrong}"`)
})

test('integrity is refused for a channel, whose script changes', async () => {
  await expect(loadAnalytics({ gateway, integrity: 'sha384-x' })).rejects.toThrow('"stable" is a channel')
})

test('a version is loaded held to its integrity, once for all who ask, and leaves no script behind', async () => {
  const options = { gateway, version: '1.4.0', integrity: 'sha384-x' }
  const both = [loadAnalytics(options), loadAnalytics(options)]
  expect(document.head.querySelectorAll('script')).toHaveLength(1)
  expect(script()).toMatchObject({ type: 'module', integrity: 'sha384-x', crossOrigin: 'anonymous' })
  customElements.define('atalaia-analytics', class extends HTMLElement {})
  script()?.dispatchEvent(new Event('load'))
  await Promise.all(both)
  expect(script()).toBeNull()
  await loadAnalytics({ gateway: 'https://other.example' })
  expect(script()).toBeNull()
})

test('a script that does not come is an error with its address, and the next call tries again', async () => {
  const options = { gateway: 'https://down.example', version: '2.0.0' }
  const define = jest.spyOn(customElements, 'get').mockReturnValue(undefined)
  const first = loadAnalytics(options)
  script()?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('https://down.example/embed/mfe-analytics/2.0.0/embed.js: it did not come')
  loadAnalytics(options).catch(() => undefined)
  expect(script()).not.toBeNull()
  define.mockRestore()
})
