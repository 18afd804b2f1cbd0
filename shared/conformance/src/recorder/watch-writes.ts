/** Runs in the page before its scripts. */
export const watchWrites = () => {
  const { writes, stack } = window.atalaiaConformance
  const note = (what: string) => writes.push({ what, stack: stack() })
  type Method = (this: unknown, ...given: unknown[]) => unknown

  const watch = (holder: object, name: string, what: (self: unknown, given: unknown[]) => string) => {
    const { value } = Object.getOwnPropertyDescriptor(holder, name) ?? {}
    if (typeof value !== 'function') return
    const original: Method = value
    const watched: Method = function (...given) {
      note(what(this, given))
      return original.apply(this, given)
    }
    Object.defineProperty(holder, name, { value: watched, configurable: true, writable: true })
  }
  const storageName = (self: unknown) => (self === window.localStorage ? 'localStorage' : 'sessionStorage')
  watch(Storage.prototype, 'setItem', (self, [key]) => `${storageName(self)}.setItem(${String(key)})`)
  watch(History.prototype, 'pushState', () => 'history.pushState')
  watch(History.prototype, 'replaceState', () => 'history.replaceState')
  watch(IDBFactory.prototype, 'open', (_, [name]) => `indexedDB.open(${String(name)})`)
  // Both are there in a secure context alone.
  if ('CacheStorage' in window) watch(CacheStorage.prototype, 'open', (_, [name]) => `caches.open(${String(name)})`)
  if ('CookieStore' in window) watch(CookieStore.prototype, 'set', () => 'cookieStore.set')

  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  if (!cookie) return
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(value: string) {
      note(`document.cookie = ${value.split('=')[0]}=…`)
      cookie.set?.call(this, value)
    },
  })
}
