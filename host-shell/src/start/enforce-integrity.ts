import { IMPOSSIBLE_INTEGRITY, REMOTES_BASE } from '@atalaia/contracts'

type Tag = HTMLScriptElement | HTMLLinkElement

/** Attributes that decide which file a tag makes the browser fetch, and whether it runs or applies it. */
const ATTRIBUTES = { script: ['src'], link: ['href', 'rel', 'as'] } as const

/**
 * Holds the scripts and styles that code loads by tags to their hashes, whichever bundler's runtime it is and wherever in the page
 * it puts them (M-RELEASE-16): a tag gets the hash of its address just before it gets the address, so that no fetch begins without.
 * A file of a remote that the release does not list gets one that nothing meets: it fails as a file does that cannot be fetched. A hash
 * that the code itself gives stays. Called once in a page.
 */
export const enforceIntegrity = (integrity: ReadonlyMap<string, string>): void => {
  const remotes = new URL(REMOTES_BASE, location.origin).href
  const given = new WeakMap<Tag, string>()
  const hold = (tag: Tag, name: string, value: unknown): void => {
    const own = tag.getAttribute('integrity')
    if (own !== null && own !== given.get(tag)) return
    const address = addressOf(tag, name, value)
    if (address === undefined) return
    const hash = integrity.get(address) ?? (address.startsWith(remotes) ? IMPOSSIBLE_INTEGRITY : undefined)
    if (hash === undefined) return
    given.set(tag, hash)
    tag.crossOrigin = 'anonymous'
    tag.setAttribute('integrity', hash)
  }
  guard(HTMLScriptElement.prototype, ATTRIBUTES.script, hold)
  guard(HTMLLinkElement.prototype, ATTRIBUTES.link, hold)
}

/** Has `hold` called before one of these attributes of a tag is set, as a property or by its name. */
const guard = (prototype: Tag, names: readonly string[], hold: (tag: Tag, name: string, value: unknown) => void) => {
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(prototype, name)
    if (property?.set === undefined) continue
    const { set } = property
    const guarded = function (this: Tag, value: unknown) {
      hold(this, name, value)
      set.call(this, value)
    }
    Object.defineProperty(prototype, name, { ...property, set: guarded })
  }
  const { setAttribute } = prototype
  prototype.setAttribute = function (this: Tag, name, value) {
    const lower = String(name).toLowerCase()
    if (names.includes(lower)) hold(this, lower, value)
    setAttribute.call(this, name, value)
  }
}

/** The address of the file that a tag will make the browser fetch and run or apply once `name` is `value`; `undefined` without one. */
const addressOf = (tag: Tag, name: string, value: unknown): string | undefined => {
  const after = (attribute: string) => (attribute === name ? String(value) : (tag.getAttribute(attribute) ?? ''))
  if (tag instanceof HTMLLinkElement && !isHeld(after('rel'), after('as'))) return undefined
  const address = after(tag instanceof HTMLLinkElement ? 'href' : 'src')
  return address !== '' && URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : undefined
}

/** Fonts and pictures are not: browsers hold neither to a hash. */
const isHeld = (rel: string, as: string) =>
  /(^|\s)(stylesheet|modulepreload)(\s|$)/i.test(rel) ||
  (/(^|\s)preload(\s|$)/i.test(rel) && /^(script|style)$/i.test(as))
