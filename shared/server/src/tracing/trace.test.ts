import fastify from 'fastify'
import { loggerOptions } from '../request-log.ts'
import { traceOf, traceRequests } from './trace.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = `00-${ID}-00f067aa0ba902b7-01`

const open = () => {
  const lines: string[] = []
  const app = fastify({ logger: loggerOptions({ service: 'api', sink: { write: (line) => void lines.push(line) } }) })
  traceRequests(app, { service: 'api', isTimed: ({ url }) => url === '/timed' })
  app.get('/', async ({ raw }) => traceOf(raw))
  app.get('/timed', async () => ({}))
  app.get('/kept', async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send('kept'))
  app.get('/behind', async (_request, reply) =>
    reply.header('server-timing', 'api;dur=1, traceparent;desc="00-x"').send('behind'),
  )
  const ask = (url: string, traceparent?: string) =>
    app.inject({ url, headers: traceparent === undefined ? {} : { traceparent } })
  return { ask, lines }
}

// Rule: M-GATEWAY-12
test('a caller’s trace goes on, under a span of its own, in answer and log', async () => {
  const { ask, lines } = open()
  const answer = await ask('/', CALLER)
  expect(answer.json().parent).toMatch(new RegExp(`^00-${ID}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
  expect(answer.headers['server-timing']).toBe(`traceparent;desc="${answer.json().parent}"`)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { trace_id: ID, span_id: answer.json().span },
    { trace_id: ID, span_id: answer.json().span },
  ])
})

// Rule: M-GATEWAY-12
test.each([
  undefined,
  '',
  'rubbish',
  CALLER.toUpperCase(),
  CALLER.slice(0, -1),
  `${CALLER}-00`,
  `${CALLER}, ${CALLER}`,
  `ff-${ID}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${ID}-${'0'.repeat(16)}-01`,
  `00-${ID}-00f067aa0ba902b7-01${'x'.repeat(8000)}`,
])('without a trace that can be read (%p), a new one begins', async (traceparent) => {
  const { ask } = open()
  const { id, parent } = (await ask('/', traceparent)).json()
  expect(parent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-00$`))
  expect(id).not.toBe(ID)
})

test('only answers that may tell it tell their time, and files that caches keep tell nothing', async () => {
  const { ask } = open()
  expect((await ask('/timed')).headers['server-timing']).toMatch(/^api;dur=\d+\.\d, traceparent;desc="/)
  expect((await ask('/kept')).headers['server-timing']).toBeUndefined()
})

test('what a server behind has told stays', async () => {
  const { ask } = open()
  expect((await ask('/behind')).headers['server-timing']).toBe('api;dur=1, traceparent;desc="00-x"')
})

// Rule: M-TRACE-6
test('health checks and scrapes begin no span; every other request does', async () => {
  const begun: unknown[] = []
  const span = {
    traceId: ID,
    spanId: '00f067aa0ba902b7',
    sampled: true,
    run: (work: () => void) => work(),
    end: () => undefined,
  }
  const app = fastify()
  const tracing = {
    begin: () => {
      begun.push(span)
      return span
    },
    database: <Same>(database: Same) => database,
    close: async () => undefined,
  }
  traceRequests(app, { service: 'api', isTimed: () => false, tracing })
  const asked = ['/livez', '/readyz', '/healthz', '/-/metrics', '/livez?from=balancer', '/page']
  app.get('/*', async () => 'well')
  for (const url of asked) await app.inject(url)
  expect(begun).toHaveLength(1)
})
