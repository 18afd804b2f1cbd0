import type { Entry } from './ledger.ts'

/** Runs in the page before its scripts. */
export const watchListeners = () => {
  const { entries, stack } = window.atalaiaConformance
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  type Kept = { type: string; capture: boolean; listener: WeakRef<object>; entry: Entry }
  const kept = new WeakMap<EventTarget, Kept[]>()
  // These end with the one request or task that they are for.
  const shortLived = /^(AbortSignal|XMLHttpRequest|XMLHttpRequestUpload|FileReader|MessagePort|IDB\w+|\w*Image\w*)$/

  const isGone = (target: EventTarget | undefined) => {
    if (!target) return true
    if (!(target instanceof Node)) return false
    const root = target.getRootNode()
    return root instanceof ShadowRoot ? root.host.localName === 'atalaia-analytics' : root !== document
  }
  const captureOf = (options: unknown) =>
    typeof options === 'object' ? Object(options).capture === true : options === true
  const forget = (target: EventTarget, type: string, listener: object, capture: boolean) => {
    const all = kept.get(target) ?? []
    const index = all.findIndex(
      (one) => one.type === type && one.capture === capture && one.listener.deref() === listener,
    )
    const [found] = index < 0 ? [] : all.splice(index, 1)
    if (found) entries.delete(found.entry)
  }

  // Made where nothing else is in reach: an entry must not keep its target in memory.
  const entryFor = (what: string, place: WeakRef<EventTarget>): Entry => ({
    kind: 'listener',
    what,
    stack: stack(),
    gone: () => isGone(place.deref()),
  })

  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    add.call(target, type, listener, options)
    const name = target.constructor.name
    if (!listener || shortLived.test(name)) return
    const capture = captureOf(options)
    const all = kept.get(target) ?? []
    if (all.some((one) => one.type === type && one.capture === capture && one.listener.deref() === listener)) return
    const what = `${type} on ${target instanceof Element ? `<${target.localName}>` : name}`
    const entry = entryFor(what, new WeakRef(target))
    all.push({ type, capture, listener: new WeakRef(listener), entry })
    kept.set(target, all)
    entries.add(entry)
    const { once, signal } = Object(options)
    const end = () => forget(target, type, listener, capture)
    if (once === true) add.call(target, type, end, { once: true, capture })
    if (signal instanceof AbortSignal) add.call(signal, 'abort', end, { once: true })
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    remove.call(target, type, listener, options)
    if (listener) forget(target, type, listener, captureOf(options))
  }
}
