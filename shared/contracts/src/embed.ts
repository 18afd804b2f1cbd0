// The contract with portals. `@atalaia/embed` is built from this file: it imports only what that package may carry.
import { DEFAULT_CHANNEL } from './channels.ts'
import { THEME_NAMES, type ThemeName } from './themes.ts'

/** Base address of the embeds of all remotes, with a trailing slash. */
export const EMBEDS_BASE = '/embed/'

/**
 * Base address of one remote's embed, with a trailing slash. `pointer` is a channel, whose files change with each
 * promotion, or a version, whose files never change: `/embed/mfe-analytics/stable/`.
 */
export const embedBase = (name: string, pointer: string = DEFAULT_CHANNEL): string =>
  `${EMBEDS_BASE}${name}/${pointer}/`

/** Folder of the embed's files inside an artifact, with a trailing slash. It is not part of their addresses. */
export const EMBED_FOLDER = 'embed/'

/** File name of an embed's entry script, below {@link embedBase} and below {@link EMBED_FOLDER}. */
export const EMBED_ENTRY = 'embed.js'

/** File name of an embed's manifest (`embedManifestSchema`), below {@link embedBase}. */
export const EMBED_MANIFEST = 'embed.json'

/** The remote whose embed defines {@link ANALYTICS_ELEMENT}. */
export const ANALYTICS_REMOTE = 'mfe-analytics'

/** Name of the dashboard's custom element, in HTML and in the registry of custom elements. */
export const ANALYTICS_ELEMENT = 'atalaia-analytics'

/** The reason why the portal is asked for a token: the first one, the last one ends, or the API refused it. */
export type TokenReason = 'initial' | 'expired' | 'unauthorized'

/** Returns a token that the portal's server got for its client secret. May be called at any time. */
export type GetToken = (reason: TokenReason) => string | Promise<string>

export type AnalyticsTheme = ThemeName

/** Theme of an embed that names none, or an unknown one. */
export const ANALYTICS_DEFAULT_THEME: AnalyticsTheme = 'light'

/** Parts of the dashboard, for `show`. */
export const ANALYTICS_PARTS = ['summary', 'reports', 'chart', 'add', 'emails'] as const
export type AnalyticsPart = (typeof ANALYTICS_PARTS)[number]

/** Views of the embed, for `view`; the first one is the default. Each but that is opened by a scope of its own. */
export const ANALYTICS_VIEWS = ['dashboard', 'cases', 'alerts'] as const
export type AnalyticsViewName = (typeof ANALYTICS_VIEWS)[number]

/** Months up to today that the chart can show, for `period`. */
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

/** Languages of the texts, for `locale`; the first one is the default. */
export const ANALYTICS_LOCALES = ['pt-BR', 'en', 'es'] as const
export type AnalyticsLocale = (typeof ANALYTICS_LOCALES)[number]

/** Attributes of the element. Each is a property of the same name too, which reflects. */
export interface AnalyticsAttributes {
  /** Address of the API, absolute or relative to the page. Default: `/api` of the server of the script. */
  readonly api?: string | undefined
  /** Default: `light`. */
  readonly theme?: AnalyticsTheme | undefined
  /**
   * Language of the texts, and form of numbers and days: a BCP 47 tag of one of {@link AnalyticsLocale}, such as `en-US` or
   * `es-419`. Default: `pt-BR`.
   */
  readonly locale?: AnalyticsLocale | (string & {}) | undefined
  /** Names of {@link AnalyticsPart} with spaces between. Default: all. */
  readonly show?: string | undefined
  /**
   * Seconds between two automatic reloads of the numbers, {@link MIN_REFRESH_SECONDS} at least; none while the page is
   * hidden. Default: no automatic reloads.
   */
  readonly refresh?: string | undefined
  /**
   * Part of the addresses that the table shows. It shows less of what the token reaches, and permits nothing. Set again, also
   * to the same text, it takes the place of what a person has typed. Default: all addresses.
   */
  readonly filter?: string | undefined
  /** Months of the chart. Default: 3. */
  readonly period?: AnalyticsPeriod | undefined
  /**
   * The view that an event `view-change` has told: filter, order and page of a table, drawing or table of the chart, an open address. To
   * portals it is a text without parts of their concern; what a version does not know in it is left out. Default: the
   * first view.
   */
  readonly place?: string | undefined
  /** The dashboard, the cases (scope `cases:read`) or the alerts of the organisation (`alerts:read`). Default: `dashboard`. */
  readonly view?: AnalyticsViewName | undefined
  /** A monitored address, which is shown in the place of the view (`addresses:read`). Default: none. */
  readonly address?: string | undefined
}

/** Seconds between two automatic reloads, at least. */
export const MIN_REFRESH_SECONDS = 30

/** The words that each attribute takes; `undefined` for one that takes any text. */
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

/** Properties of the element that are no attributes. */
export interface AnalyticsProperties {
  /** A token that the page has. Another one starts a new session. Never an attribute, never stored. */
  token: string | null
  /** Called for a token at first, on expiry and after a 401. */
  getToken: GetToken | null
}

/** The properties that reflect {@link AnalyticsAttributes}; `null` without the attribute. */
export type AnalyticsReflected = { -readonly [Name in keyof AnalyticsAttributes]-?: string | null }

/** A case that a person has changed in the embed. */
export interface AnalyticsCase {
  readonly address: string
  /** The name of the source. */
  readonly source: string
  /** `novo`, `em-andamento`, `tratado`, `nao-e-nosso` or `aceito`; further ones may come. */
  readonly state: string
}

/** A view of the dashboard, as a portal keeps it. */
export interface AnalyticsView {
  /** The text that the table is filtered by; empty: none. */
  readonly filter: string
  /** The whole view, the filter included: the value of the attribute `place` that shows it again. */
  readonly place: string
}

/** Events of the element. All bubble but `error` and `resize`, and all leave shadow roots. */
export interface AnalyticsEventMap {
  /** The first numbers are shown. */
  ready: CustomEvent<{ readonly version: string }>
  /** Something keeps the element from showing what it should; `message` is for developers. */
  error: CustomEvent<{ readonly code: AnalyticsErrorCode; readonly message: string }>
  /** The token ended, and there is no other. */
  'session-expired': CustomEvent<Record<string, never>>
  /** A person added an address to be monitored. */
  'email-added': CustomEvent<{ readonly email: string }>
  /** The element has another size, in CSS pixels; the first one, too. */
  resize: CustomEvent<{ readonly width: number; readonly height: number }>
  /** A person has moved to another view, and rests there. What the portal sets itself is not told. */
  'view-change': CustomEvent<AnalyticsView>
  /** A person has changed a case. */
  'case-changed': CustomEvent<AnalyticsCase>
}

/**
 * The events, and whether each bubbles: an `error` that reached the window would count as an exception of the page, and a
 * `resize` as one of the window.
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

/** The events as callbacks, for React and for federation hosts. */
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

/**
 * Names for `slot="…"` of the element's children: what a portal shows until the first numbers are there, and in the place of
 * an error.
 */
export const ANALYTICS_SLOTS = ['loader', 'error'] as const

/** `<atalaia-analytics>`: the dashboard as a custom element. */
export interface AtalaiaAnalyticsElement
  extends Omit<HTMLElement, 'addEventListener' | 'removeEventListener'>, AnalyticsReflected, AnalyticsProperties {
  /** Loads the numbers again; after an error in the place of the dashboard, starts anew. */
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

/** Context that a federation host gives to the dashboard. */
export interface DashboardContext extends AnalyticsCallbacks {
  /** Address of the API, absolute or relative to the page. */
  readonly api: string
  readonly token?: string | null
  /** Called for a token at first, on expiry and after a 401. */
  readonly getToken?: GetToken | null
  /** Default: `light`. */
  readonly theme?: AnalyticsTheme
  /** Language of the texts, and form of numbers and days, as a BCP 47 tag. Default: `pt-BR`. */
  readonly locale?: AnalyticsLocale | (string & {})
  /** Default: all parts. */
  readonly show?: readonly AnalyticsPart[]
  /** Seconds between two automatic reloads, {@link MIN_REFRESH_SECONDS} at least. Default: no automatic reloads. */
  readonly refresh?: number
  /** Part of the addresses that the table shows. Default: all addresses. */
  readonly filter?: string
  /** Months of the chart. Default: 3. */
  readonly period?: 1 | 2 | 3
  /** The view that `onViewChange` has told. Default: the first view. */
  readonly place?: string
  /** Default: `dashboard`. */
  readonly view?: AnalyticsViewName
  /** A monitored address, in the place of the view. Default: none. */
  readonly address?: string
}

/** A dashboard in a place of the host's page. */
export interface MountedDashboard {
  /** Changes what is shown; another API or token starts a new session. */
  update(changes: Partial<DashboardContext>): void
  /** Loads the numbers again; after an error in the place of the dashboard, starts anew. */
  reload(): void
  /** Removes the dashboard and all that it left in the page. */
  unmount(): void
}

/** The module `mfe_analytics/dashboard`, as a federation host's `loadRemote` returns it. */
export interface DashboardModule {
  /**
   * Shows the dashboard in `place`, an element without a shadow root of its own. Never throws for what the API or
   * `getToken` does: see `onError`.
   */
  mount(place: HTMLElement, context: DashboardContext): MountedDashboard
}
