import type { Database } from '@atalaia/database'
import { webAddress } from '../settings.ts'

export type OtlpOptions = {
  /** `service.name`, unless `OTEL_SERVICE_NAME` says otherwise. */
  readonly service: string
  readonly protocol: 'http/protobuf' | 'http/json'
  /**
   * Whether anybody may call. The id of a caller's trace goes on then, but whether it is kept is decided here, and one
   * id is followed for a number of requests alone (M-TRACE-3).
   */
  readonly isBorder: boolean
  readonly onFailure: (reason: string) => void
}

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

export type TracingOptions = Pick<OtlpOptions, 'service' | 'isBorder'> & {
  /** The settings of OpenTelemetry's specification, `OTEL_…`. */
  readonly env: NodeJS.ProcessEnv
  /** Called with why the collector took no spans, once a minute at most. Default: a line on standard error. */
  readonly onFailure?: OtlpOptions['onFailure']
}

const onStandardError = (service: string) => (reason: string) =>
  void process.stderr.write(`${service}: the collector takes no spans: ${reason}\n`)

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

/**
 * Starts OpenTelemetry's SDK where `OTEL_EXPORTER_OTLP_ENDPOINT` (or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`) is set;
 * otherwise nothing of it is loaded, and the value is `undefined` (M-TRACE-1). The SDK reads the other `OTEL_…`
 * variables itself. Rejects for an endpoint that is no address, and for a protocol other than OTLP over HTTP.
 */
export const startTracing = async (options: TracingOptions): Promise<Tracing | undefined> => {
  const { env, service, isBorder, onFailure = onStandardError(service) } = options
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined
  if (!webAddress.safeParse(endpoint).success)
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT: must be an address that starts with http:// or https://')
  const asked = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || PROTOCOLS[0]
  const protocol = PROTOCOLS.find((one) => one === asked)
  if (!protocol) throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL: must be ${PROTOCOLS.join(' or ')}`)
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing({ service, isBorder, onFailure, protocol })
}
