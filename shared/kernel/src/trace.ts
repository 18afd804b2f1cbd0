/** The id of the trace that a `Server-Timing` tells of, as a header or in an entry of the browser's. */
export const traceIn = (told: unknown): string | undefined => /\b00-([\da-f]{32})-/.exec(String(told))?.[1]

/** The id of the trace in an entry of the browser's timeline. */
export const traceOfEntry = (entry: PerformanceEntry | undefined): string | undefined =>
  entry && 'serverTiming' in entry ? traceIn(JSON.stringify(entry.serverTiming)) : undefined

/** The trace of the page's own load. */
export const tracePage = (): string | undefined => traceOfEntry(performance.getEntriesByType?.('navigation')[0])
