import type { Entry } from './ledger.ts'

/** Runs in the page before its scripts. */
export const watchObservers = () => {
  const { entries, stack } = window.atalaiaConformance
  type Observer = { observe(...given: never[]): void; disconnect(): void; unobserve?(target: Element): void }

  // Made where nothing else is in reach: an entry must not keep its observer in memory.
  const entryFor = (what: string, self: WeakRef<Observer>): Entry => ({
    kind: 'observer',
    what,
    stack: stack(),
    gone: () => self.deref() === undefined,
  })
  const watch = (name: string, { prototype }: { prototype: Observer }) => {
    const { observe, disconnect, unobserve } = prototype
    const live = new WeakMap<Observer, Entry>()
    const targets = new WeakMap<Observer, Set<unknown>>()
    const end = (observer: Observer) => {
      const entry = live.get(observer)
      if (entry) entries.delete(entry)
      live.delete(observer)
      targets.delete(observer)
    }
    prototype.observe = function (this: Observer, ...given: never[]) {
      observe.apply(this, given)
      const observed = targets.get(this) ?? new Set()
      targets.set(this, observed.add(given[0]))
      if (live.has(this)) return
      const entry = entryFor(name, new WeakRef(this))
      live.set(this, entry)
      entries.add(entry)
    }
    prototype.disconnect = function (this: Observer) {
      disconnect.call(this)
      end(this)
    }
    if (!unobserve) return
    prototype.unobserve = function (this: Observer, target: Element) {
      unobserve.call(this, target)
      const observed = targets.get(this)
      observed?.delete(target)
      if (observed?.size === 0) end(this)
    }
  }
  watch('ResizeObserver', ResizeObserver)
  watch('IntersectionObserver', IntersectionObserver)
  watch('MutationObserver', MutationObserver)
  watch('PerformanceObserver', PerformanceObserver)
}
