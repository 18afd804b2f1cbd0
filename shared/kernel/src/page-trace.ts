/** The place of one call in a trace (W3C Trace Context). */
export type CallTrace = {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** The value of `traceparent`. Whether the trace is kept, the server decides. */
  readonly traceparent: string
}

const hexadecimal = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Begins the trace of one call. A page that is open for a day would otherwise be one trace. */
export const beginTrace = (): CallTrace => {
  const id = hexadecimal(16)
  return { id, traceparent: `00-${id}-${hexadecimal(8)}-00` }
}

/** The id of the trace that a `Server-Timing` tells of, as a header or in an entry of the browser's. */
export const traceIn = (told: unknown): string | undefined => /\b00-([\da-f]{32})-/.exec(String(told))?.[1]

const traceOfEntry = (entry: PerformanceEntry | undefined): string | undefined =>
  entry && 'serverTiming' in entry ? traceIn(JSON.stringify(entry.serverTiming)) : undefined

/** The trace of a request that somebody else in the page has sent to `address`. */
export const traceOfAddress = (address: string): string | undefined =>
  traceOfEntry(performance.getEntriesByName?.(new URL(address, globalThis.location?.href).href).at(-1))

/** The trace of the page's own load. */
export const tracePage = (): string | undefined => traceOfEntry(performance.getEntriesByType?.('navigation')[0])
