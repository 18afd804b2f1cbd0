import { warnLine } from '../request-log.ts'
import { webAddress } from '../settings.ts'
import type { OtlpOptions } from './otlp-tracing.ts'
import type { Tracing } from './tracing.ts'

export type TracingOptions = Pick<OtlpOptions, 'service' | 'isBorder'> & {
  readonly env: NodeJS.ProcessEnv
  /** Gets the collector's refusal, once a minute at most. Default: a line of the log. */
  readonly onFailure?: OtlpOptions['onFailure']
}

const onStandardError = (service: string) => (reason: string) =>
  warnLine(service, `the collector takes no spans: ${reason}`)

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

/**
 * Starts the SDK if `OTEL_EXPORTER_OTLP_ENDPOINT` (or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`) is set;
 * otherwise loads nothing, and gives `undefined`. The SDK reads further `OTEL_…` variables.
 * Rejects a bad endpoint, or a protocol except OTLP over HTTP (M-TRACE-1).
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
