export type PageRecord = {
  tokenReads: number
  /** Addresses called past the context. */
  readonly calls: string[]
  /** From the page; `undefined`: its start was not seen. */
  taken: Set<string> | undefined
  /** Versions of the remote's own React DOM. */
  readonly ownReacts: string[]
  /** Begun and not ended, by kind. */
  left(): Readonly<Record<string, number>>
}

export type RecorderOptions = {
  readonly base: string
  readonly container: string
  readonly tokenKeys: readonly string[]
}

declare global {
  interface Window {
    atalaiaVerification?: PageRecord
  }
}

/** Runs in each page before its scripts, as text: reaches nothing outside itself. */
export const installRecorder = ({ base, container, tokenKeys }: RecorderOptions): void => {
  Error.stackTraceLimit = 80
  const isMine = () => (new Error('here').stack ?? '').includes(base)

  // Listeners and intervals
  const listeners = new Map<EventTarget, Set<string>>()
  const ids = new WeakMap<object, number>()
  let lastId = 0
  const idOf = (listener: object) => {
    const id = ids.get(listener) ?? (lastId += 1)
    ids.set(listener, id)
    return id
  }
  const outlives = (target: EventTarget) =>
    target === window || target === document || target === document.documentElement || target === document.body
  const captureOf = (options: unknown) =>
    typeof options === 'object' ? Object(options).capture === true : options === true
  const keyOf = (type: string, listener: object, options: unknown) => `${type} ${idOf(listener)} ${captureOf(options)}`
  const { addEventListener, removeEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    addEventListener.call(target, type, listener, options)
    if (!listener || !outlives(target) || !isMine()) return
    const own = listeners.get(target) ?? new Set()
    listeners.set(target, own)
    const key = keyOf(type, listener, options)
    own.add(key)
    const { once, signal } = Object(options)
    const end = () => own.delete(key)
    if (once === true) addEventListener.call(target, type, end, { once: true })
    if (signal instanceof AbortSignal) addEventListener.call(signal, 'abort', end, { once: true })
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    removeEventListener.call(target, type, listener, options)
    if (listener) listeners.get(target)?.delete(keyOf(type, listener, options))
  }
  const intervals = new Set<number>()
  const { setInterval, clearInterval, clearTimeout } = window
  Object.assign(window, {
    setInterval: (run: TimerHandler, delay?: number, ...args: unknown[]) => {
      const id = setInterval(run, delay, ...args)
      if (isMine()) intervals.add(id)
      return id
    },
    clearInterval: (id?: number) => {
      intervals.delete(id ?? 0)
      clearInterval(id)
    },
    clearTimeout: (id?: number) => {
      intervals.delete(id ?? 0)
      clearTimeout(id)
    },
  })

  const record: PageRecord = {
    tokenReads: 0,
    calls: [],
    taken: undefined,
    ownReacts: [],
    left: () => ({
      listeners: [...listeners.values()].reduce((sum, own) => sum + own.size, 0),
      intervals: intervals.size,
      'elements of the body': document.body.childElementCount,
    }),
  }
  window.atalaiaVerification = record

  // What it asks for past its context
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    if (tokenKeys.includes(key) && isMine()) record.tokenReads += 1
    return getItem.call(this, key)
  }
  const asked = (address: unknown) => {
    if (record.calls.length < 100 && isMine())
      record.calls.push(address instanceof Request ? address.url : new URL(String(address), location.href).href)
  }
  const { fetch } = window
  window.fetch = (input, init) => {
    asked(input)
    return fetch(input, init)
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (
    this: XMLHttpRequest,
    method: string,
    url: string | URL,
    ...rest: [boolean?]
  ) {
    asked(url)
    return Reflect.apply(open, this, [method, url, ...rest])
  }

  // What its container takes of the page's shared modules
  type Container = { init(scope: object, ...rest: unknown[]): unknown; get(module: string): unknown }
  const watchEntry = (name: string, entry: object) =>
    new Proxy(entry, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'get' || typeof value !== 'function') return value
        return () => {
          record.taken?.add(name)
          return Reflect.apply(value, target, [])
        }
      },
    })
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  const inner = (target: object, wrap: (name: string, value: object) => object) =>
    new Proxy(target, {
      get: (own, key) => {
        const value: unknown = Reflect.get(own, key)
        return typeof key === 'string' && isObject(value) ? wrap(key, value) : value
      },
    })
  const watchScope = (scope: object) =>
    inner(scope, (name, versions) => inner(versions, (_version, entry) => watchEntry(name, entry)))
  let watched: object | undefined
  const watchContainer = (made: Container): Container => ({
    init: (scope, ...rest) => {
      record.taken ??= new Set()
      watched ??= watchScope(scope)
      return made.init(watched, ...rest)
    },
    get: (module) => made.get(module),
  })
  Object.defineProperty(window, container, {
    configurable: true,
    enumerable: true,
    get: () => undefined,
    set: (made: Container) => {
      Object.defineProperty(window, container, {
        configurable: true,
        enumerable: true,
        writable: true,
        value: typeof made?.init === 'function' ? watchContainer(made) : made,
      })
    },
  })

  // Each copy of React DOM tells its version to what stands here: https://react.dev/learn/react-developer-tools
  let renderers = 0
  const nothing = () => undefined
  Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    configurable: true,
    value: {
      supportsFiber: true,
      renderers: new Map(),
      inject: ({ version }: { version?: unknown }) => {
        if (isMine()) record.ownReacts.push(String(version).slice(0, 40))
        renderers += 1
        return renderers
      },
      checkDCE: nothing,
      onCommitFiberRoot: nothing,
      onCommitFiberUnmount: nothing,
      onPostCommitFiberRoot: nothing,
    },
  })
}
