export type {
  AnalyticsAttributes,
  AnalyticsErrorCode,
  AnalyticsEventMap,
  AnalyticsPart,
  AnalyticsTheme,
  AtalaiaAnalyticsElement,
  GetToken,
  TokenReason,
} from './element.ts'
export { elementName, loadAnalytics, scriptUrl } from './load.ts'
export type { LoadOptions } from './load.ts'
