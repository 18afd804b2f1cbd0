import type { AtalaiaAnalyticsElement } from '../../contracts/src/embed.ts'

export type {
  AnalyticsAttributes,
  AnalyticsCase,
  AnalyticsErrorCode,
  AnalyticsEventMap,
  AnalyticsLocale,
  AnalyticsPart,
  AnalyticsPeriod,
  AnalyticsTheme,
  AnalyticsView,
  AnalyticsViewName,
  AtalaiaAnalyticsElement,
  GetToken,
  TokenReason,
} from '../../contracts/src/embed.ts'
export { elementName, loadAnalytics, scriptUrl } from './load.ts'
export type { LoadOptions } from './load.ts'

declare global {
  interface HTMLElementTagNameMap {
    'atalaia-analytics': AtalaiaAnalyticsElement & HTMLElement
  }
}
