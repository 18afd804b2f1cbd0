import schema from 'otlp-schema/build/src/generated/root.js'
import { z } from 'zod'

type MessageType = {
  decode(bytes: Uint8Array): object
  encode(message: object): { finish(): Uint8Array }
  toObject(message: object, options: { bytes: unknown; longs: unknown }): unknown
}

const request = z.object({
  opentelemetry: z.object({
    proto: z.object({
      collector: z.object({
        trace: z.object({ v1: z.object({ ExportTraceServiceRequest: z.custom<MessageType>() }) }),
      }),
    }),
  }),
})
const { ExportTraceServiceRequest } = request.parse(schema).opentelemetry.proto.collector.trace.v1

const idOf = (key: string, value: unknown): unknown =>
  /^(trace|span|parentSpan)Id$/.test(key) && typeof value === 'string'
    ? Buffer.from(value, 'base64').toString('hex')
    : value

/** Decodes protobuf into OTLP's JSON. Throws for bytes outside the schema. */
export const decodeOtlp = (bytes: Buffer): unknown => {
  const message = ExportTraceServiceRequest.decode(bytes)
  if (ExportTraceServiceRequest.encode(message).finish().length !== bytes.length)
    throw new Error('the request has fields that the schema of OTLP does not know')
  const plain = ExportTraceServiceRequest.toObject(message, { bytes: String, longs: Number })
  return JSON.parse(JSON.stringify(plain), idOf)
}
