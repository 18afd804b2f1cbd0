import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { decodeOtlp } from './otlp-schema.ts'

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

export type CollectedSpan = z.output<typeof spanSchema> & { readonly service: unknown }

const PROTOBUF = 'application/x-protobuf'

/** A free local port for OTLP over HTTP, as protobuf or JSON. */
export const startOtlpCollector = async () => {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const types = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    bodies.push(body.toString('latin1'))
    const type = request.headers['content-type']
    types.add(type)
    const told = type === PROTOBUF ? decodeOtlp(body) : JSON.parse(body.toString())
    for (const { resource, scopeSpans } of bodySchema.parse(told).resourceSpans)
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, service: resource.attributes['service.name'] })))
    if (type === PROTOBUF) response.setHeader('content-type', type).end()
    else response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    types,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
