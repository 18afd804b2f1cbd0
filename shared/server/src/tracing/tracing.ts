import type { Database } from '@atalaia/database'

/** The span that a `traceparent` names. */
export type SpanPlace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether the spans of the trace are kept. */
  readonly sampled: boolean
}

/** A request, as its span tells of it. */
export type RequestFacts = {
  readonly method: string
  /** The pattern of the route, never the address: that may hold a signature or an e-mail address (M-TRACE-2). */
  readonly route: string | undefined
  readonly status: number
}

export type RequestSpan = SpanPlace & {
  /** Runs `work`, and all that it starts, below the span. */
  run(work: () => void): void
  /** Ends the span; later calls do nothing. */
  end(facts: RequestFacts): void
}

/** Records spans and sends them to a collector, in the background and within bounds. */
export type Tracing = {
  /** Begins the span of a request; `caller` is the span that it says to belong to. */
  begin(caller: SpanPlace | undefined): RequestSpan
  /** The same database, whose statements are spans below the request that they are made for. */
  database(database: Database): Database
  /** Sends what is left, for 2 s at most. */
  close(): Promise<void>
}
