import remote from '../../remote.json' with { type: 'json' }
import { readApi, readParts, readTheme, type Read } from './attributes.ts'
import { enter, type Guest } from './guest.tsx'
import type { GetToken } from './portal-token.ts'
import type { Problem } from './problem.ts'
import { embedSheets } from './styles.ts'

/** The element's name, in HTML and in the registry. */
export const elementName = 'atalaia-analytics'

const tag = `<${elementName}>`
const settable = ['api', 'theme', 'show', 'token', 'getToken'] as const

/**
 * The dashboard as a custom element (docs/embedding.md).
 *
 * Attributes, reflected as properties: `api` (address of the API; `/api` of whoever served this script by default),
 * `theme` (light by default), `show` (parts, with spaces between; all by default). Properties alone: `token`, and
 * `getToken`, which is asked at first, on expiry and on a 401. Events: `ready`, `error`, `session-expired`,
 * `email-added`. Nothing that goes wrong in here reaches the page as an exception.
 */
export class AnalyticsElement extends HTMLElement {
  static readonly observedAttributes = ['api', 'theme', 'show']

  #guest: Guest | undefined
  #token: string | null = null
  #getToken: GetToken | null = null
  #restarting = false
  readonly #warned = new Set<string>()

  get api(): string | null {
    return this.getAttribute('api')
  }
  set api(value: string | null) {
    this.#reflect('api', value)
  }

  get theme(): string | null {
    return this.getAttribute('theme')
  }
  set theme(value: string | null) {
    this.#reflect('theme', value)
  }

  get show(): string | null {
    return this.getAttribute('show')
  }
  set show(value: string | null) {
    this.#reflect('show', value)
  }

  get token(): string | null {
    return this.#token
  }
  set token(value: string | null) {
    const token = typeof value === 'string' && value !== '' ? value : null
    if (token === this.#token) return
    this.#token = token
    this.#restart()
  }

  get getToken(): GetToken | null {
    return this.#getToken
  }
  set getToken(value: GetToken | null) {
    const had = this.#getToken !== null
    this.#getToken = typeof value === 'function' ? value : null
    // Frameworks hand over a new function with each render: only the first one begins anything.
    if (!had && this.#getToken && this.#token === null) this.#restart()
  }

  connectedCallback(): void {
    this.#takeEarlyProperties()
    // Moved within the page: the dashboard goes with it.
    if (this.#guest) return
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [...embedSheets()]
    const place = this.ownerDocument.createElement('div')
    shadow.replaceChildren(place)
    // What is set right after the element was put into the page belongs to its beginning.
    queueMicrotask(() => {
      if (!this.isConnected || this.#guest || place.parentNode !== shadow) return
      this.#guest = enter(place, {
        remote: { name: remote.name, version: remote.version },
        api: () => readApi(this.api, this.ownerDocument.baseURI, import.meta.url),
        theme: () => this.#read(readTheme(this.theme)),
        parts: () => this.#read(readParts(this.show)),
        token: () => this.#token,
        getToken: () => this.#getToken,
        onReady: () => this.#emit('ready', { version: remote.version }),
        onProblem: (problem) => this.#report(problem),
        onEmailAdded: (email) => this.#emit('email-added', { email }),
      })
    })
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#guest?.leave()
      this.#guest = undefined
      this.shadowRoot?.replaceChildren()
      if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = []
    })
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return
    if (name === 'api') this.#restart()
    else this.#guest?.refresh()
  }

  /** Once for all that is set in one go. */
  #restart(): void {
    if (!this.#guest || this.#restarting) return
    this.#restarting = true
    queueMicrotask(() => {
      this.#restarting = false
      this.#guest?.restart()
    })
  }

  /** What was set on the element before this class was there hides its accessors. */
  #takeEarlyProperties(): void {
    for (const name of settable) {
      const early = Object.getOwnPropertyDescriptor(this, name)
      if (!early) continue
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, early.value)
    }
  }

  #reflect(name: string, value: string | null): void {
    if (value === null || value === undefined) this.removeAttribute(name)
    else this.setAttribute(name, String(value))
  }

  #read<Value>({ value, warnings }: Read<Value>): Value {
    for (const warning of warnings) {
      if (this.#warned.has(warning)) continue
      this.#warned.add(warning)
      // oxlint-disable-next-line no-console -- for the portal's developers: there is no logger in a page of theirs
      console.warn(`${tag}: ${warning}`)
    }
    return value
  }

  #report({ code, message }: Problem): void {
    // oxlint-disable-next-line no-console -- as above
    console.error(`${tag}: ${code}: ${message}`)
    if (code === 'session-expired') this.#emit('session-expired', {})
    this.#emit('error', { code, message })
  }

  #emit(type: string, detail: unknown): void {
    // An `error` that came up to the window would count as an uncaught exception of the portal.
    const bubbles = type !== 'error'
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles, composed: true }))
  }
}
