import type { Database } from '@atalaia/database'

export type SpanPlace = {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
}

export type RequestFacts = {
  readonly method: string
  /** M-TRACE-2 */
  readonly route: string | undefined
  readonly status: number
}

export type RequestSpan = SpanPlace & {
  run(work: () => void): void
  end(facts: RequestFacts): void
}

/** Sends spans to a collector, in the background and bounded. */
export type Tracing = {
  /** `caller`: the caller's claimed span. */
  begin(caller: SpanPlace | undefined): RequestSpan
  /** Statements become spans below their request. */
  database(database: Database): Database
  /** Sends the last spans, within 2 s. */
  close(): Promise<void>
}
