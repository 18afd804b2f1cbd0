import type { AnalyticsErrorCode, AnalyticsPart, AnalyticsTheme, GetToken } from './element.ts'

/** What a federation host hands to the dashboard. */
export interface DashboardContext {
  /** Address of the API, absolute or relative to the page. */
  readonly api: string
  readonly token?: string | null
  /** Asked for a token at first, on expiry and after a 401. */
  readonly getToken?: GetToken | null
  /** `light` by default. */
  readonly theme?: AnalyticsTheme
  /** All parts by default. */
  readonly show?: readonly AnalyticsPart[]
  readonly onReady?: (detail: { readonly version: string }) => void
  readonly onError?: (detail: { readonly code: AnalyticsErrorCode; readonly message: string }) => void
  readonly onSessionExpired?: () => void
  readonly onEmailAdded?: (detail: { readonly email: string }) => void
}

/** A dashboard that stands in a place. */
export interface MountedDashboard {
  /** Another theme, other parts; another API or token begins anew. */
  update(changes: Partial<DashboardContext>): void
  /** Leaves nothing behind. */
  unmount(): void
}

/** The module `mfe_analytics/dashboard`, as `loadRemote` gives it. */
export interface DashboardModule {
  /** Shows the dashboard in `place`, an element without a shadow root of its own. */
  mount(place: HTMLElement, context: DashboardContext): MountedDashboard
}
