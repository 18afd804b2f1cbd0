/** Months that the date axis of the chart covers. */
export type ChartMonths = 1 | 2 | 3

/** The span of the date axis (P-DASH-17). */
export const DEFAULT_MONTHS: ChartMonths = 3
