export type ChartMonths = 1 | 2 | 3

/** P-DASH-17 */
export const DEFAULT_MONTHS: ChartMonths = 3
