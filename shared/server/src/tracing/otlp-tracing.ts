import type { Database } from '@atalaia/database'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace, type Context, type Span } from '@opentelemetry/api'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { AsyncLocalStorage } from 'node:async_hooks'
import { messageOf } from '@atalaia/cli/base'
import { traceDatabase } from './traced-database.ts'
import type { RequestSpan, SpanPlace, Tracing } from './tracing.ts'

export type OtlpOptions = {
  /** `service.name`, unless `OTEL_SERVICE_NAME` overrides it. */
  readonly service: string
  readonly protocol: 'http/protobuf' | 'http/json'
  /**
   * True for public servers. They keep a caller's trace id, but decide on sampling, and follow one
   * id for limited requests (M-TRACE-3).
   */
  readonly isBorder: boolean
  readonly onFailure: (reason: string) => void
}

const CLOSE_MS = 2000
const SAY_EVERY_MS = 60_000
const SERVER_ERROR = 500

const openExporter = async (protocol: OtlpOptions['protocol']): Promise<SpanExporter> => {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

const telling = (exporter: SpanExporter, onFailure: OtlpOptions['onFailure']): SpanExporter => {
  let quietUntil = 0
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() >= quietUntil) {
          quietUntil = performance.now() + SAY_EVERY_MS
          onFailure(messageOf(result.error))
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** Requests under one id: a page's trace has tens (M-TRACE-3). */
const MAX_USES = 128
const MAX_IDS = 10_000

const createIdUses = (): ((id: string) => boolean) => {
  const uses = new Map<string, number>()
  return (id) => {
    const before = uses.get(id) ?? 0
    uses.delete(id)
    uses.set(id, Math.min(before + 1, MAX_USES))
    const [oldest] = uses.keys()
    if (uses.size > MAX_IDS && oldest !== undefined) uses.delete(oldest)
    return before < MAX_USES
  }
}

const below = (place: SpanPlace, sampled: boolean): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: place.traceId,
    spanId: place.spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })

/** OpenTelemetry's SDK. Drops spans beyond 2,048 in the queue (`OTEL_BSP_MAX_QUEUE_SIZE`) (M-TRACE-4). */
export const createOtlpTracing = async (options: OtlpOptions): Promise<Tracing> => {
  const { service, protocol, isBorder, onFailure } = options
  const exporter = telling(await openExporter(protocol), onFailure)
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('atalaia')
  const active = new AsyncLocalStorage<Span>()
  const mayGoOn = createIdUses()

  const isSampledHere = () => tracer.startSpan('', { root: true }, ROOT_CONTEXT).isRecording()

  const startBelow = (caller: SpanPlace | undefined): Span => {
    const kind = SpanKind.SERVER
    if (!caller) return tracer.startSpan('request', { kind }, ROOT_CONTEXT)
    if (!isBorder) return tracer.startSpan('request', { kind }, below(caller, caller.sampled))
    if (mayGoOn(caller.traceId)) return tracer.startSpan('request', { kind }, below(caller, isSampledHere()))
    const { traceId, spanId } = caller
    return tracer.startSpan('request', { kind, links: [{ context: { traceId, spanId, traceFlags: 0 } }] }, ROOT_CONTEXT)
  }

  const begin = (caller: SpanPlace | undefined): RequestSpan => {
    const span = startBelow(caller)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceId,
      spanId,
      sampled: traceFlags === TraceFlags.SAMPLED,
      run: (work) => active.run(span, work),
      end: ({ method, route, status }) => {
        span.updateName(route === undefined ? method : `${method} ${route}`)
        span.setAttribute('http.request.method', method)
        span.setAttribute('http.response.status_code', status)
        if (route !== undefined) span.setAttribute('http.route', route)
        if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  const inSpan = async <Value>(
    { name, attributes }: { readonly name: string; readonly attributes: Readonly<Record<string, string>> },
    work: () => Promise<Value>,
  ): Promise<Value> => {
    const parent = active.getStore()
    if (!parent?.isRecording()) return work()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent))
    try {
      return await active.run(span, work)
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    begin,
    database: (database: Database) => traceDatabase(database, inSpan),
    close: async () => {
      const waited = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), waited])
    },
  }
}
