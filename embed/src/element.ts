/** Why the portal is asked for a token: at first, because the last one ends, or because the API refused it. */
export type TokenReason = 'initial' | 'expired' | 'unauthorized'

/** Hands over a token that the portal's server got for its client secret. May be asked at any time. */
export type GetToken = (reason: TokenReason) => string | Promise<string>

export type AnalyticsTheme = 'light' | 'dark' | 'sea' | 'sky' | 'rain' | 'middle'

/** Parts of the dashboard, for `show`. */
export type AnalyticsPart = 'summary' | 'reports' | 'chart' | 'add' | 'emails'

export type AnalyticsErrorCode =
  | 'missing-token'
  | 'invalid-token'
  | 'session-expired'
  | 'api-unreachable'
  | 'forbidden'
  | 'api-error'
  | 'internal'

/** The element's events. All bubble but `error`, and all leave shadow roots. */
export interface AnalyticsEventMap {
  /** The first numbers are shown. */
  ready: CustomEvent<{ readonly version: string }>
  /** Something keeps it from showing what it should; `message` is for developers. */
  error: CustomEvent<{ readonly code: AnalyticsErrorCode; readonly message: string }>
  /** The token ended, and nobody gave another one. */
  'session-expired': CustomEvent<Record<string, never>>
  /** A person added an address to be monitored. */
  'email-added': CustomEvent<{ readonly email: string }>
}

/** `<atalaia-analytics>`: the dashboard as a custom element. */
export interface AtalaiaAnalyticsElement extends Omit<HTMLElement, 'addEventListener' | 'removeEventListener'> {
  /** Address of the API, absolute or relative to the page; `/api` of the script's server when `null`. Reflects. */
  api: string | null
  /** One of {@link AnalyticsTheme}; `light` when `null`. Reflects. */
  theme: string | null
  /** Names of {@link AnalyticsPart} with spaces between; all when `null`. Reflects. */
  show: string | null
  /** A token that the page has. Another one begins anew. Never an attribute, never stored. */
  token: string | null
  /** Asked for a token at first, on expiry and after a 401. */
  getToken: GetToken | null
  addEventListener<Type extends keyof AnalyticsEventMap>(
    type: Type,
    listener: (this: AtalaiaAnalyticsElement, event: AnalyticsEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Type extends keyof AnalyticsEventMap>(
    type: Type,
    listener: (this: AtalaiaAnalyticsElement, event: AnalyticsEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}

/** What a template may say of the element; `token` and `getToken` are properties, set from code. */
export interface AnalyticsAttributes {
  readonly api?: string | undefined
  readonly theme?: AnalyticsTheme | undefined
  readonly show?: string | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'atalaia-analytics': AtalaiaAnalyticsElement & HTMLElement
  }
}
