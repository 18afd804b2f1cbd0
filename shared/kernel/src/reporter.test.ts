import { reportsBodySchema, type ActivationReport } from '@atalaia/contracts'
import { createManualClock } from './testing/fake-ports.ts'
import { createReporter } from './reporter.ts'

const ready: ActivationReport = {
  remote: 'mfe-analytics',
  version: '1.4.0',
  outcome: 'ready',
  milliseconds: { 'entry script': 120 },
}

const setUp = (answer: () => Promise<Response> = async () => new Response(null, { status: 204 })) => {
  const clock = createManualClock()
  const fetch = jest.fn<Promise<Response>, [unknown, RequestInit?]>(answer)
  const reporter = createReporter({ fetch, clock, address: './reports' })
  const bodies = () => fetch.mock.calls.map(([, init]) => reportsBodySchema.parse(JSON.parse(String(init?.body))))
  return { reporter, clock, fetch, bodies }
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

// Rule: M-REPORT-2
test('what is reported within 2 s goes out together, in a request that outlives the page', () => {
  const { reporter, clock, fetch, bodies } = setUp()
  reporter.activation(ready)
  reporter.vital({ route: '/', name: 'LCP', value: 900 })
  expect(fetch).not.toHaveBeenCalled()
  clock.advance(2_000)
  expect(bodies()).toEqual([{ activations: [ready], vitals: [{ route: '/', name: 'LCP', value: 900 }] }])
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true })
})

test('a page that may end sends what is there, and nothing when nothing is', () => {
  const { reporter, bodies } = setUp()
  reporter.flush()
  reporter.activation(ready)
  reporter.flush()
  reporter.flush()
  expect(bodies()).toHaveLength(1)
})

// Rule: M-REPORT-2
test('no body carries more than 20 of a kind', () => {
  const { reporter, clock, bodies } = setUp()
  for (let count = 0; count < 45; count += 1) reporter.activation(ready)
  clock.advance(2_000)
  expect(bodies().map(({ activations = [] }) => activations.length)).toEqual([20, 20, 5])
})

// Rule: M-REPORT-10
test('calls are counted by version, and sent with the next report; one that fails is a report', () => {
  const { reporter, clock, bodies } = setUp()
  const remote = { name: 'mfe-analytics', version: '1.4.0' }
  reporter.call(remote, false)
  reporter.call({ ...remote, version: '1.5.0' }, false)
  clock.advance(60_000)
  expect(bodies()).toEqual([])
  reporter.call(remote, true)
  clock.advance(2_000)
  const [body] = bodies()
  expect(body?.calls).toEqual([
    { remote: 'mfe-analytics', version: '1.5.0', made: 1, failed: 0 },
    { remote: 'mfe-analytics', version: '1.4.0', made: 2, failed: 1 },
  ])
  for (let at = 0; at < 501; at += 1) reporter.call(remote, false)
  reporter.flush()
  expect(
    bodies()
      .slice(1)
      .map(({ calls }) => calls?.[0]?.made),
  ).toEqual([500, 1])
})

// Rule: M-REPORT-3
test('a gateway that takes no reports is asked once', async () => {
  const { reporter, fetch } = setUp(async () => new Response('', { status: 404 }))
  reporter.activation(ready)
  reporter.flush()
  await settle()
  reporter.activation(ready)
  reporter.flush()
  expect(fetch).toHaveBeenCalledTimes(1)
})

// Rule: M-REPORT-2
test('a report that cannot be sent is dropped without a word, and the next is sent', async () => {
  let down = true
  const { reporter, fetch } = setUp(async () => {
    if (down) throw new Error('offline')
    return new Response(null, { status: 204 })
  })
  reporter.activation(ready)
  reporter.flush()
  await settle()
  down = false
  reporter.activation(ready)
  reporter.flush()
  await settle()
  expect(fetch).toHaveBeenCalledTimes(2)
})
