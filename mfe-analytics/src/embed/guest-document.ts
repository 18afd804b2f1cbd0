/**
 * React puts one listener for `selectionchange` on a root's document and never takes it away; a guest must. So the
 * element that React is given says that its document is this stand-in, which does all that the real one does, keeps
 * what React writes on it to itself, and can be left.
 */
export const createGuestDocument = (real: Document): { readonly document: Document; leave(): void } => {
  const own = new Map<PropertyKey, unknown>()
  const left = new AbortController()
  const listen: Document['addEventListener'] = (type: string, listener: EventListenerOrEventListenerObject, options) =>
    real.addEventListener(type, listener, {
      ...(typeof options === 'boolean' ? { capture: options } : options),
      signal: left.signal,
    })
  const document = new Proxy(real, {
    get: (target, key) => {
      if (key === 'addEventListener') return listen
      if (own.has(key)) return own.get(key)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (_target, key, value) => {
      own.set(key, value)
      return true
    },
  })
  return { document, leave: () => left.abort() }
}
