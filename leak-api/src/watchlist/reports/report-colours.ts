/** The colours of leaks and passwords, as on the dashboard. */
export const REPORT_COLOURS = { leaks: '#b8500f', passwords: '#b4183f' } as const
