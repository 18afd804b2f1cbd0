import { IMPOSSIBLE_INTEGRITY, REMOTES_BASE } from '@atalaia/contracts'

type Tag = HTMLScriptElement | HTMLLinkElement

const ATTRIBUTES = { script: ['src'], link: ['href', 'rel', 'as'] } as const

/**
 * Holds scripts and styles loaded by tags to their hashes (M-RELEASE-16). A tag gets its hash just
 * before its address. A remote's unlisted file fails like a missing file. A hash from code stays.
 * Call once per page.
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

/** File that a tag fetches once `name` is `value`; `undefined`: no file. */
const addressOf = (tag: Tag, name: string, value: unknown): string | undefined => {
  const after = (attribute: string) => (attribute === name ? String(value) : (tag.getAttribute(attribute) ?? ''))
  if (tag instanceof HTMLLinkElement && !isHeld(after('rel'), after('as'))) return undefined
  const address = after(tag instanceof HTMLLinkElement ? 'href' : 'src')
  return address !== '' && URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : undefined
}

/** Browsers hold neither fonts nor pictures to a hash. */
const isHeld = (rel: string, as: string) =>
  /(^|\s)(stylesheet|modulepreload)(\s|$)/i.test(rel) ||
  (/(^|\s)preload(\s|$)/i.test(rel) && /^(script|style)$/i.test(as))
