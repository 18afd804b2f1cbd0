import { openPostgres, type Database, sql } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import fastify from 'fastify'
import { object, string } from 'zod/mini'
import { startOtlpCollector } from '../../testing/otlp-collector.ts'
import { loggerOptions } from '../request-log.ts'
import { traceOf, traceRequests } from './trace.ts'
import { startTracing, type TracingOptions } from './start-tracing.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = `00-${ID}-00f067aa0ba902b7-00`
const SECRET = 'ana.souza@acme.example'

let collector: Awaited<ReturnType<typeof startOtlpCollector>>
let before: NodeJS.ProcessEnv
let database: Database

beforeAll(async () => {
  database = await openPostgres(await createTestDatabase())
})
afterAll(() => database.close())
beforeEach(async () => {
  before = { ...process.env }
  collector = await startOtlpCollector()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = 'http/json'
})
afterEach(async () => {
  process.env = before
  await collector.close()
})

const serve = async (options: Omit<TracingOptions, 'env'>, behind?: string) => {
  const lines: { readonly trace_id: string; readonly span_id: string }[] = []
  const tracing = await startTracing({ ...options, env: process.env })
  const write = (line: string) => void lines.push(JSON.parse(line))
  const app = fastify({ logger: loggerOptions({ service: options.service, sink: { write } }) })
  traceRequests(app, { service: options.service, isTimed: () => false, tracing })
  const traced = tracing?.database(database) ?? database
  app.post<{ Params: { email: string }; Body: { email: string } }>('/emails/:email', async ({ raw, body, params }) => {
    if (behind === undefined)
      return traced.transaction((on) =>
        on.query(
          object({ found: string() }),
          sql`SELECT ${body.email} || ' from x' AS found FROM pg_catalog.pg_class LIMIT 1`,
        ),
      )
    const headers = { 'content-type': 'application/json', traceparent: traceOf(raw).parent }
    const url = `${behind}/emails/${params.email}?token=${SECRET}`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (traceparent?: string) => {
    const headers = { 'content-type': 'application/json', ...(traceparent !== undefined && { traceparent }) }
    const body = JSON.stringify({ email: SECRET })
    const answer = await fetch(`${url}/emails/${SECRET}?signature=${SECRET}`, { method: 'POST', headers, body })
    const [, id = ''] = /desc="00-([0-9a-f]{32})-/.exec(answer.headers.get('server-timing') ?? '') ?? []
    return { status: answer.status, id }
  }
  return { url, ask, lines, close: () => app.close().then(() => tracing?.close()) }
}

// Rule: M-TRACE-1, M-TRACE-2
test.each([
  ['http/protobuf', 'application/x-protobuf'],
  ['http/json', 'application/json'],
])('as %s, one trace goes through both servers to the statement, and no value goes with it', async (protocol, type) => {
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = protocol
  const api = await serve({ service: 'leak-api', isBorder: false })
  const gateway = await serve({ service: 'gateway', isBorder: true }, api.url)
  expect(await gateway.ask(CALLER)).toEqual({ status: 200, id: ID })
  await gateway.close()
  await api.close()
  const named = (name: string, service = 'leak-api') =>
    collector.spans.find((span) => span.name === name && span.service === service)
  const route = 'POST /emails/:email'
  const [first, second] = [named(route, 'gateway'), named(route)]
  const [transaction, statement] = [named('transaction'), named('SELECT pg_catalog.pg_class')]
  expect(collector.spans.map(({ traceId }) => traceId)).toEqual([ID, ID, ID, ID])
  expect([first, second, transaction, statement].map((span) => span?.parentSpanId)).toEqual([
    '00f067aa0ba902b7',
    first?.spanId,
    second?.spanId,
    transaction?.spanId,
  ])
  expect(second?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'http.route': '/emails/:email',
  })
  expect([...collector.types]).toEqual([type])
  expect(collector.bodies.join()).not.toContain('acme')
  expect(api.lines.find((line) => 'trace_id' in line)).toMatchObject({ trace_id: ID, span_id: second?.spanId })
})

// Rule: M-TRACE-3
// Threat: T-TRACE-1
test('one id is followed for 128 requests of whoever calls; the next begin traces of their own that name it', async () => {
  const gateway = await serve({ service: 'gateway', isBorder: true })
  const ids: string[] = []
  for (let at = 0; at < 130; at += 1) ids.push((await gateway.ask(CALLER)).id)
  await gateway.close()
  expect(ids.map((id) => id === ID)).toEqual([...Array(128).fill(true), false, false])
  const linked = collector.spans.filter(({ links }) => links.length > 0)
  expect(linked.map(({ traceId, links }) => [traceId, links[0]?.traceId])).toEqual(ids.slice(128).map((id) => [id, ID]))
})

// Rule: M-TRACE-3
// Threat: T-TRACE-1
test('whether a trace is kept, a caller at the border does not decide; a server behind it follows', async () => {
  process.env.OTEL_TRACES_SAMPLER = 'parentbased_always_off'
  const api = await serve({ service: 'leak-api', isBorder: false })
  const gateway = await serve({ service: 'gateway', isBorder: true })
  const kept = CALLER.replace(/00$/, '01')
  expect((await gateway.ask(kept)).id).toBe(ID)
  expect((await api.ask(kept)).id).toBe(ID)
  await gateway.close()
  await api.close()
  expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(['leak-api']))
})

// Rule: M-TRACE-4
test('a collector that is gone changes no answer, is told once, and holds no stop back', async () => {
  await collector.close()
  const failures: string[] = []
  process.env.OTEL_BSP_SCHEDULE_DELAY = '1'
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '500'
  const onFailure = (reason: string) => void failures.push(reason)
  const gateway = await serve({ service: 'gateway', isBorder: true, onFailure })
  for (let at = 0; at < 20; at += 1) expect((await gateway.ask()).status).toBe(200)
  await gateway.close()
  expect(failures).toHaveLength(1)
})

const start = (env: NodeJS.ProcessEnv) => startTracing({ env, service: 'gateway', isBorder: true })

// Rule: M-TRACE-1
test('without an endpoint nothing is recorded; one that is none, or another protocol, is refused', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(await start({})).toBeUndefined()
  expect(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined()
  expect(await start({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  await expect(start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).rejects.toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
  await expect(start({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).rejects.toThrow(
    'http/protobuf or http/json',
  )
})
