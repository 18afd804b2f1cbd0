export const REPORT_COLOURS = { leaks: '#b8500f', passwords: '#b4183f' } as const
