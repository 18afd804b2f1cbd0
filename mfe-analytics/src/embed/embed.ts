import '@atalaia/ui/styles.css'
import './embed.css'
import {
  ANALYTICS_ATTRIBUTES,
  ANALYTICS_ELEMENT,
  ANALYTICS_EVENTS,
  type AnalyticsEventMap,
  type AnalyticsProperties,
  type GetToken,
} from '@atalaia/contracts'
import { createEmbedRoot, type EmbedOptions, type EmbedRoot } from './embed-root.tsx'
import { createFrameRoot } from './frame-root.ts'
import type { Problem } from './problem.ts'
import {
  readAddress,
  readApi,
  readLocale,
  readMonths,
  readParts,
  readRefresh,
  readTheme,
  readView,
  type Read,
} from './read-attributes.ts'
import { replacedBuiltIns } from './replaced-built-ins.ts'

const TAG = `<${ANALYTICS_ELEMENT}>`
const ATTRIBUTES = Object.keys(ANALYTICS_ATTRIBUTES)

/**
 * The dashboard as a custom element (docs/reference/embed.md), with the interface
 * `AtalaiaAnalyticsElement`. Failures never reach the page as exceptions.
 */
class AnalyticsElement extends HTMLElement implements AnalyticsProperties {
  static readonly observedAttributes = ATTRIBUTES
  static {
    for (const name of ATTRIBUTES)
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: HTMLElement): string | null {
          return this.getAttribute(name)
        },
        set(this: HTMLElement, value: unknown) {
          if (value === null || value === undefined) this.removeAttribute(name)
          else this.setAttribute(name, String(value))
        },
      })
  }

  #root: EmbedRoot | undefined
  #token: string | null = null
  #getToken: GetToken | null = null
  #isStarting = false
  readonly #warned = new Set<string>()

  get token(): string | null {
    return this.#token
  }
  set token(value: string | null) {
    const token = typeof value === 'string' && value !== '' ? value : null
    if (token === this.#token) return
    this.#token = token
    this.#start()
  }

  get getToken(): GetToken | null {
    return this.#getToken
  }
  set getToken(value: GetToken | null) {
    const isFirst = this.#getToken === null
    this.#getToken = typeof value === 'function' ? value : null
    // Frameworks set a new function with each render: only the first one starts a session.
    if (isFirst && this.#getToken && this.#token === null) this.#start()
  }

  /** Loads the numbers again; after an error, starts again. */
  reload(): void {
    this.#root?.reload()
  }

  connectedCallback(): void {
    this.#takeEarlyProperties()
    // An element that is moved within the page keeps its root.
    if (this.#root) return
    const options: EmbedOptions = {
      api: () => readApi(this.getAttribute('api'), this.ownerDocument.baseURI, import.meta.url),
      theme: () => this.#read(readTheme(this.getAttribute('theme'))),
      locale: () => this.#read(readLocale(this.getAttribute('locale'))),
      parts: () => this.#read(readParts(this.getAttribute('show'))),
      months: () => this.#read(readMonths(this.getAttribute('period'))),
      view: () => this.#read(readView(this.getAttribute('view'))),
      address: () => readAddress(this.getAttribute('address')),
      filter: () => this.getAttribute('filter'),
      place: () => this.getAttribute('place'),
      refresh: () => this.#read(readRefresh(this.getAttribute('refresh'))),
      token: () => this.#token,
      getToken: () => this.#getToken,
      onReady: (detail) => this.#emit('ready', detail),
      onProblem: (problem) => this.#report(problem),
      onEmailAdded: (detail) => this.#emit('email-added', detail),
      onResize: (detail) => this.#emit('resize', detail),
      onViewChange: (detail) => this.#emit('view-change', detail),
      onCaseChanged: (detail) => this.#emit('case-changed', detail),
      onWarning: (warning) => this.#warn(warning),
    }
    const replaced = replacedBuiltIns()
    if (replaced.length > 0)
      this.#warn(`scripts of the page replaced ${replaced.join(', ')}: a frame shows the dashboard`)
    this.#root =
      replaced.length > 0
        ? createFrameRoot(this, { ...options, script: import.meta.url })
        : createEmbedRoot(this, options)
    this.#start()
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.dispose()
      this.#root = undefined
    })
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    // Set again, they take the place of what a person has chosen.
    if (name === 'filter' || name === 'place') return this.#root?.take(name)
    if (before === now) return
    if (name === 'api') this.#start()
    else this.#root?.refresh()
  }

  /** Starts in a microtask: once for all values set together. */
  #start(): void {
    if (!this.#root || this.#isStarting) return
    this.#isStarting = true
    queueMicrotask(() => {
      this.#isStarting = false
      if (this.isConnected) this.#root?.start()
    })
  }

  /** Sets early properties again: before the class definition they hide the accessors. */
  #takeEarlyProperties(): void {
    for (const name of [...ATTRIBUTES, 'token', 'getToken']) {
      const early = Object.getOwnPropertyDescriptor(this, name)
      if (!early) continue
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, early.value)
    }
  }

  #read<Value>({ value, warnings }: Read<Value>): Value {
    for (const warning of warnings) this.#warn(warning)
    return value
  }

  #warn(warning: string): void {
    if (this.#warned.has(warning)) return
    this.#warned.add(warning)
    // oxlint-disable-next-line no-console -- for the portal's developers: there is no logger in a page of theirs
    console.warn(`${TAG}: ${warning}`)
  }

  #report({ code, message }: Problem): void {
    // oxlint-disable-next-line no-console -- as above
    console.error(`${TAG}: ${code}: ${message}`)
    if (code === 'session-expired') this.#emit('session-expired', {})
    this.#emit('error', { code, message })
  }

  #emit<Type extends keyof AnalyticsEventMap>(type: Type, detail: AnalyticsEventMap[Type]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail, composed: true, ...ANALYTICS_EVENTS[type] }))
  }
}

// Loaded twice, or in two versions: the first one stays.
if (!customElements.get(ANALYTICS_ELEMENT)) customElements.define(ANALYTICS_ELEMENT, AnalyticsElement)
