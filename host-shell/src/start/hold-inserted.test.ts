import { IMPOSSIBLE_INTEGRITY } from '@atalaia/contracts'
import { holdInserted } from './hold-inserted.ts'

const remote = `${location.origin}/remotes/mfe-fora/1.0.0/`
const hash = `sha384-${'a'.repeat(64)}`
const known = new Map([
  [`${remote}route-home.js`, hash],
  [`${remote}route-home.css`, hash],
])

/** A head of its own for each test, held as the page's is. */
const heldHead = () => {
  const head = document.implementation.createHTMLDocument().head
  holdInserted(head, known)
  return head
}
const script = (src: string) => Object.assign(document.createElement('script'), { src })
const link = (rel: string, href: string) => Object.assign(document.createElement('link'), { rel, href })

// Rule: M-RELEASE-16
test.each<[string, () => HTMLScriptElement | HTMLLinkElement]>([
  ['a script', () => script(`${remote}route-home.js`)],
  ['a style', () => link('stylesheet', `${remote}route-home.css`)],
  ['a module that is fetched ahead', () => link('modulepreload', `${remote}route-home.js`)],
])('%s that code puts into the head gets its hash, in whichever way', (_what, create) => {
  const head = heldHead()
  const ways = [
    (tag: HTMLElement) => head.appendChild(tag),
    (tag: HTMLElement) => head.insertBefore(tag, head.firstChild),
    (tag: HTMLElement) => head.append(tag),
    (tag: HTMLElement) => head.prepend(tag),
  ]
  for (const insert of ways) {
    const tag = create()
    insert(tag)
    expect([tag.getAttribute('integrity'), tag.crossOrigin, tag.parentNode]).toEqual([hash, 'anonymous', head])
  }
  expect(head.childNodes).toHaveLength(4)
})

// Rule: M-RELEASE-16
test('a file of a remote that the release does not list gets a hash that nothing meets', () => {
  const head = heldHead()
  const tag = script(`${remote}other.js`)
  expect(head.appendChild(tag)).toBe(tag)
  expect(tag.getAttribute('integrity')).toBe(IMPOSSIBLE_INTEGRITY)
})

test('what has a hash, and what is not a file of a remote, stays as it is', () => {
  const head = heldHead()
  const own = script(`${remote}route-home.js`)
  own.setAttribute('integrity', 'sha384-own')
  const elsewhere = script('https://elsewhere.example/x.js')
  const icon = link('icon', `${remote}icon.svg`)
  const font = Object.assign(link('preload', `${remote}inter.woff2`), { as: 'font' })
  head.append(own, elsewhere, icon, font, 'text')
  const hashes = [own, elsewhere, icon, font].map((tag) => tag.getAttribute('integrity'))
  expect(hashes).toEqual(['sha384-own', null, null, null])
})
