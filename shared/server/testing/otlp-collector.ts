import { createServer } from 'node:http'
import { z } from 'zod'

const valueSchema = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? value.intValue])))

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: attributesSchema,
  links: z.array(z.object({ traceId: z.string() })).default([]),
})

const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

/** A span as a collector gets it, with the name of its server. */
export type CollectedSpan = z.output<typeof spanSchema> & { readonly service: unknown }

/** A collector of OpenTelemetry that takes OTLP over HTTP, as JSON, at a free port of this machine. */
export const startOtlpCollector = async () => {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    bodies.push(body)
    for (const { resource, scopeSpans } of bodySchema.parse(JSON.parse(body)).resourceSpans)
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, service: resource.attributes['service.name'] })))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** What came so far. */
    spans,
    /** The same, as it came. */
    bodies,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
