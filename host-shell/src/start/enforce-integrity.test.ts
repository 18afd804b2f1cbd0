import { IMPOSSIBLE_INTEGRITY } from '@atalaia/contracts'
import { enforceIntegrity } from './enforce-integrity.ts'

const remote = `${location.origin}/remotes/mfe-fora/1.0.0/`
const hash = `sha384-${'a'.repeat(64)}`
const other = `sha384-${'b'.repeat(64)}`
const home = { js: `${remote}route-home.js`, css: `${remote}route-home.css` }

beforeAll(() =>
  enforceIntegrity(
    new Map([
      [home.js, hash],
      [home.css, hash],
      [`${remote}later.js`, other],
    ]),
  ),
)
afterEach(() => document.head.replaceChildren())

const script = (src: string) => Object.assign(document.createElement('script'), { src })
const link = (rel: string, href: string) => Object.assign(document.createElement('link'), { rel, href })

const ways: readonly [string, () => HTMLScriptElement | HTMLLinkElement][] = [
  ['a script', () => script(home.js)],
  ['a script by the name of its attribute', () => attributed('script', { SRC: home.js })],
  ['a script with an address in the site', () => script('/remotes/mfe-fora/1.0.0/route-home.js')],
  ['a script that is in the page already', () => connected(document.createElement('script'), { src: home.js })],
  ['a style', () => link('stylesheet', home.css)],
  [
    'a style whose kind comes last',
    () => Object.assign(document.createElement('link'), { href: home.css, rel: 'stylesheet' }),
  ],
  ['a style by the names of its attributes', () => attributed('link', { href: home.css, rel: 'Stylesheet' })],
  ['a module that is fetched ahead', () => link('modulepreload', home.js)],
  ['a script that is fetched ahead', () => attributed('link', { rel: 'preload', href: home.js, as: 'script' })],
]
const attributed = (name: 'script' | 'link', attributes: Readonly<Record<string, string>>) => {
  const tag = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value)
  return tag
}
const connected = (tag: HTMLScriptElement, { src }: { src: string }) => {
  document.body.insertAdjacentElement('beforeend', tag)
  return Object.assign(tag, { src })
}

// Rule: M-RELEASE-16
test.each(ways)('%s has its hash before it can be put into the page, wherever that is', (_what, create) => {
  const tag = create()
  expect([tag.getAttribute('integrity'), tag.crossOrigin]).toEqual([hash, 'anonymous'])
})

// Rule: M-RELEASE-16
test('a file of a remote that the release does not list gets a hash that nothing meets, and another address another hash', () => {
  const tag = script(`${remote}other.js`)
  expect(tag.getAttribute('integrity')).toBe(IMPOSSIBLE_INTEGRITY)
  tag.src = `${remote}later.js`
  expect(tag.getAttribute('integrity')).toBe(other)
})

// Rule: M-RELEASE-16
test('a tag that is in the page fetches nothing before it has its hash', () => {
  const tag = document.createElement('script')
  document.body.append(tag)
  const watcher = new MutationObserver(() => {})
  watcher.observe(tag, { attributes: true })
  tag.src = home.js
  const changed = watcher.takeRecords().map(({ attributeName }) => attributeName)
  expect(changed).toEqual(['crossorigin', 'integrity', 'src'])
  tag.remove()
})

test('what has a hash, and what is not a file of a remote, stays as it is', () => {
  const own = document.createElement('script')
  own.setAttribute('integrity', 'sha384-own')
  own.src = home.js
  const elsewhere = script('https://elsewhere.example/x.js')
  const icon = link('icon', `${remote}icon.svg`)
  const font = attributed('link', { rel: 'preload', href: `${remote}inter.woff2`, as: 'font' })
  const hashes = [own, elsewhere, icon, font].map((tag) => tag.getAttribute('integrity'))
  expect(hashes).toEqual(['sha384-own', null, null, null])
})
