// The contract with portals. `@atalaia/embed` is built from this file: it imports only what that package may carry.
import { DEFAULT_CHANNEL } from './channels.ts'
import { THEME_NAMES, type ThemeName } from './themes.ts'

/** Base address of all embeds, with a trailing slash. */
export const EMBEDS_BASE = '/embed/'

/**
 * `/embed/mfe-analytics/stable/`. A channel's files change with promotions; a version's files never
 * change.
 */
export const embedBase = (name: string, pointer: string = DEFAULT_CHANNEL): string =>
  `${EMBEDS_BASE}${name}/${pointer}/`

/** Folder in the artifact, with a trailing slash. Addresses do not have it. */
export const EMBED_FOLDER = 'embed/'

/** Entry script, below {@link embedBase} and {@link EMBED_FOLDER}. */
export const EMBED_ENTRY = 'embed.js'

/** Manifest (`embedManifestSchema`), below {@link embedBase}. */
export const EMBED_MANIFEST = 'embed.json'

/** Defines {@link ANALYTICS_ELEMENT}. */
export const ANALYTICS_REMOTE = 'mfe-analytics'

/** Name of the dashboard's custom element. */
export const ANALYTICS_ELEMENT = 'atalaia-analytics'

/** The first token, an expired token, or a 401 of the API. */
export type TokenReason = 'initial' | 'expired' | 'unauthorized'

/** Returns a token that the portal's server got for its client secret. May run at any time. */
export type GetToken = (reason: TokenReason) => string | Promise<string>

export type AnalyticsTheme = ThemeName

/** Theme without a valid `theme`. */
export const ANALYTICS_DEFAULT_THEME: AnalyticsTheme = 'light'

/** Parts of the dashboard, for `show`. */
export const ANALYTICS_PARTS = ['summary', 'reports', 'chart', 'add', 'emails'] as const
export type AnalyticsPart = (typeof ANALYTICS_PARTS)[number]

/** Views of the embed. The first is the default; others need a scope. */
export const ANALYTICS_VIEWS = ['dashboard', 'cases', 'alerts'] as const
export type AnalyticsViewName = (typeof ANALYTICS_VIEWS)[number]

/** Months of the chart, up to today. */
export const ANALYTICS_PERIODS = ['1', '2', '3'] as const
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number]

/** Codes of the `error` event; docs/reference/embed.md has the cause and the remedy of each. */
export const ANALYTICS_ERROR_CODES = [
  'missing-token',
  'invalid-token',
  'session-expired',
  'api-unreachable',
  'forbidden',
  'unknown-address',
  'api-error',
  'internal',
] as const
export type AnalyticsErrorCode = (typeof ANALYTICS_ERROR_CODES)[number]

/** Languages for `locale`. The first is the default. */
export const ANALYTICS_LOCALES = ['pt-BR', 'en', 'es'] as const
export type AnalyticsLocale = (typeof ANALYTICS_LOCALES)[number]

/** Attributes of the element. Each is also a reflecting property. */
export interface AnalyticsAttributes {
  /** Address of the API, absolute or relative. Default: `/api` of the script's server. */
  readonly api?: string | undefined
  readonly theme?: AnalyticsTheme | undefined
  /** BCP 47 tag, such as `en-US` or `es-419`. Default: `pt-BR`. */
  readonly locale?: AnalyticsLocale | (string & {}) | undefined
  /** Names of {@link AnalyticsPart}, separated by spaces. Default: all. */
  readonly show?: string | undefined
  /**
   * Seconds between reloads, at least {@link MIN_REFRESH_SECONDS}; none while the page is hidden.
   * Default: none.
   */
  readonly refresh?: string | undefined
  /**
   * Filters the table by a part of the address. It only narrows the view and grants nothing.
   * Setting it replaces a person's filter. Default: all addresses.
   */
  readonly filter?: string | undefined
  readonly period?: AnalyticsPeriod | undefined
  /**
   * A view from `view-change`: filter, order, page, chart mode, open address. Opaque to portals; a
   * version skips unknown parts. Default: the first view.
   */
  readonly place?: string | undefined
  /** Dashboard, cases (scope `cases:read`) or alerts (`alerts:read`). Default: `dashboard`. */
  readonly view?: AnalyticsViewName | undefined
  /** Shows one monitored address instead of the view (`addresses:read`). Default: none. */
  readonly address?: string | undefined
}

export const MIN_REFRESH_SECONDS = 30

/** Allowed words per attribute; `undefined`: any text. */
export const ANALYTICS_ATTRIBUTES = {
  api: undefined,
  theme: THEME_NAMES,
  locale: ANALYTICS_LOCALES,
  show: ANALYTICS_PARTS,
  refresh: undefined,
  filter: undefined,
  period: ANALYTICS_PERIODS,
  place: undefined,
  view: ANALYTICS_VIEWS,
  address: undefined,
} as const satisfies Readonly<Record<keyof AnalyticsAttributes, readonly string[] | undefined>>

export interface AnalyticsProperties {
  /** A token. Another one starts a new session. Never an attribute, never stored. */
  token: string | null
  /** Runs for the first token, on expiry and after a 401. */
  getToken: GetToken | null
}

/** Reflecting properties; `null` without the attribute. */
export type AnalyticsReflected = { -readonly [Name in keyof AnalyticsAttributes]-?: string | null }

/** A case that a person changed. */
export interface AnalyticsCase {
  readonly address: string
  /** The name of the source. */
  readonly source: string
  /** `novo`, `em-andamento`, `tratado`, `nao-e-nosso` or `aceito`. Later versions may add states. */
  readonly state: string
}

/** A view that a portal can store. */
export interface AnalyticsView {
  readonly filter: string
  /** Whole view, for the attribute `place`. */
  readonly place: string
}

/** Events leave shadow roots. All but `error` and `resize` bubble. */
export interface AnalyticsEventMap {
  /** The first numbers are visible. */
  ready: CustomEvent<{ readonly version: string }>
  /** The element cannot show its content. `message` is for developers. */
  error: CustomEvent<{ readonly code: AnalyticsErrorCode; readonly message: string }>
  /** The token ended and no new one came. */
  'session-expired': CustomEvent<Record<string, never>>
  /** A person added an address. */
  'email-added': CustomEvent<{ readonly email: string }>
  /** New size in CSS pixels; also fires at first. */
  resize: CustomEvent<{ readonly width: number; readonly height: number }>
  /** A person moved to another view. Changes of the portal do not fire it. */
  'view-change': CustomEvent<AnalyticsView>
  /** A person changed a case. */
  'case-changed': CustomEvent<AnalyticsCase>
}

/**
 * True for events that bubble. `error` and `resize` do not, because the window has events of these
 * names.
 */
export const ANALYTICS_EVENTS = {
  ready: { bubbles: true },
  error: { bubbles: false },
  'session-expired': { bubbles: true },
  'email-added': { bubbles: true },
  resize: { bubbles: false },
  'view-change': { bubbles: true },
  'case-changed': { bubbles: true },
} as const satisfies Readonly<Record<keyof AnalyticsEventMap, { readonly bubbles: boolean }>>

/** Events as callbacks, for React and federation hosts. */
export interface AnalyticsCallbacks {
  readonly onReady?: (detail: AnalyticsEventMap['ready']['detail']) => void
  readonly onError?: (detail: AnalyticsEventMap['error']['detail']) => void
  readonly onSessionExpired?: () => void
  readonly onEmailAdded?: (detail: AnalyticsEventMap['email-added']['detail']) => void
  readonly onResize?: (detail: AnalyticsEventMap['resize']['detail']) => void
  readonly onViewChange?: (detail: AnalyticsView) => void
  readonly onCaseChanged?: (detail: AnalyticsCase) => void
}

/** Names for `::part(…)`. */
export const ANALYTICS_STYLE_PARTS = ['widget', 'widget-title', 'button', 'field', 'table', 'chart', 'alert'] as const

/** Names for `slot="…"`: shown while the first numbers load, or instead of an error. */
export const ANALYTICS_SLOTS = ['loader', 'error'] as const

/** `<atalaia-analytics>`: the dashboard as a custom element. */
export interface AtalaiaAnalyticsElement
  extends Omit<HTMLElement, 'addEventListener' | 'removeEventListener'>, AnalyticsReflected, AnalyticsProperties {
  /** Reloads the numbers. After a fatal error, starts again. */
  reload(): void
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

/** Context from a federation host. */
export interface DashboardContext extends AnalyticsCallbacks {
  /** Address of the API, absolute or relative. */
  readonly api: string
  readonly token?: string | null
  /** Runs for the first token, on expiry and after a 401. */
  readonly getToken?: GetToken | null
  readonly theme?: AnalyticsTheme
  /** BCP 47 tag of texts, numbers and days. Default: `pt-BR`. */
  readonly locale?: AnalyticsLocale | (string & {})
  readonly show?: readonly AnalyticsPart[]
  /** Seconds between reloads, at least {@link MIN_REFRESH_SECONDS}. Default: no reload. */
  readonly refresh?: number
  /** Filters the table by a part of the address. */
  readonly filter?: string
  /** Months of the chart. Default: 3. */
  readonly period?: 1 | 2 | 3
  /** A view from `onViewChange`. Default: the first view. */
  readonly place?: string
  /** Default: `dashboard`. */
  readonly view?: AnalyticsViewName
  /** Shows one monitored address instead of the view. */
  readonly address?: string
}

/** A dashboard in a place of the host's page. */
export interface MountedDashboard {
  /** Another API or token starts a new session. */
  update(changes: Partial<DashboardContext>): void
  /** Reloads the numbers. After a fatal error, starts again. */
  reload(): void
  /** Removes the dashboard and its traces in the page. */
  unmount(): void
}

/** Module `mfe_analytics/dashboard`, from a host's `loadRemote`. */
export interface DashboardModule {
  /**
   * Mounts into `place`, an element without a shadow root. Never throws for failures of the API or
   * `getToken`: `onError` gets them.
   */
  mount(place: HTMLElement, context: DashboardContext): MountedDashboard
}
