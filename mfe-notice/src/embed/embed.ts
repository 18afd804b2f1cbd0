import '@atalaia/ui/styles.css'
import './embed.css'
import { createNoticeRoot, type GetToken, type NoticeRoot } from './notice-root.tsx'

const ELEMENT = 'atalaia-notice'

/**
 * The newest notice of a portal's person (M-NOTICE-20). `getToken` gives a portal's token with the
 * scope `notices:own`. Attributes: `api`, `theme`.
 */
class NoticeElement extends HTMLElement {
  static readonly observedAttributes = ['api', 'theme']
  #root: NoticeRoot | undefined
  #getToken: GetToken | null = null

  get getToken(): GetToken | null {
    return this.#getToken
  }
  set getToken(value: GetToken | null) {
    const isFirst = this.#getToken === null
    this.#getToken = typeof value === 'function' ? value : null
    // Frameworks set a new function with each render.
    if (isFirst) this.reload()
  }

  /** Opens the notice again. */
  reload(): void {
    if (this.isConnected && this.#getToken) this.#root?.open()
  }

  connectedCallback(): void {
    // Set before the class was defined, it hides the accessor.
    const early = Object.getOwnPropertyDescriptor(this, 'getToken')
    if (early) {
      Reflect.deleteProperty(this, 'getToken')
      Reflect.set(this, 'getToken', early.value)
    }
    this.#root ??= createNoticeRoot(this, {
      api: () => this.getAttribute('api'),
      theme: () => this.getAttribute('theme'),
      getToken: () => this.#getToken,
      script: import.meta.url,
      onError: (message) => {
        this.dispatchEvent(new CustomEvent('error', { detail: { message } }))
      },
    })
    this.reload()
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.dispose()
      this.#root = undefined
    })
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return
    if (name === 'api') this.reload()
    else this.#root?.refresh()
  }
}

// Loaded twice, or in two versions: the first one stays.
if (!customElements.get(ELEMENT)) customElements.define(ELEMENT, NoticeElement)
