import { reportsBodySchema, type ActivationReport } from '@atalaia/contracts'
import { createReporter, watchRelease } from './gateway-requests.ts'
import { createManualClock } from './testing/fake-ports.ts'

const ready: ActivationReport = {
  remote: 'mfe-analytics',
  version: '1.4.0',
  outcome: 'ready',
  milliseconds: { 'entry script': 120 },
}

const setUp = (
  answer: () => Promise<Response> = async () => new Response(null, { status: 204 }),
  isLeaving?: () => boolean,
) => {
  const clock = createManualClock()
  const fetch = jest.fn<Promise<Response>, [unknown, RequestInit?]>(answer)
  const reporter = createReporter({ fetch, clock, address: './reports', ...(isLeaving && { isLeaving }) })
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

// Rule: M-REPORT-11
test('while the page is being left, what fails is not reported, and what succeeds is', () => {
  let leaving = true
  const { reporter, bodies } = setUp(undefined, () => leaving)
  const remote = { name: ready.remote, version: ready.version }
  const failed: ActivationReport = { ...ready, outcome: 'failed', phase: 'module' }
  reporter.activation(failed)
  reporter.call(remote, true)
  reporter.flush()
  expect(bodies()).toEqual([])
  reporter.activation(ready)
  reporter.call(remote, false)
  leaving = false
  reporter.activation(failed)
  reporter.call(remote, true)
  reporter.flush()
  const calls = [{ remote: remote.name, version: remote.version, made: 2, failed: 1 }]
  expect(bodies()).toEqual([{ activations: [ready, failed], vitals: [], calls }])
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

const watch = (answer: () => Promise<Response>) => {
  const clock = createManualClock()
  const fetch = jest.fn(answer)
  const told: (string | undefined)[] = []
  let visible = true
  let show: (() => void) | undefined
  const end = watchRelease({
    id: 'r1',
    address: './release',
    fetch,
    clock,
    isVisible: () => visible,
    onVisible: (listener) => {
      show = listener
      return () => {
        show = undefined
      }
    },
    onChange: (newer) => void told.push(newer),
  })
  const wait = async (milliseconds: number) => {
    clock.advance(milliseconds)
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const setVisible = (next: boolean) => {
    visible = next
    if (next) show?.()
  }
  return { clock, fetch, told, wait, setVisible, end }
}

const answering = (id: () => string) => async () => Response.json({ id: id() })

// Rule: M-RELEASE-8
test('a newer release is told within a minute, once, and taken back when it is', async () => {
  let id = 'r1'
  const { told, wait } = watch(answering(() => id))
  await wait(60_000)
  expect(told).toEqual([])
  id = 'r2'
  await wait(60_000)
  await wait(60_000)
  id = 'r1'
  await wait(60_000)
  expect(told).toEqual(['r2', undefined])
})

// Rule: M-RELEASE-8
test('a page that nobody sees asks nothing, and asks as soon as it is seen', async () => {
  const { fetch, told, wait, setVisible } = watch(answering(() => 'r2'))
  setVisible(false)
  await wait(180_000)
  expect(fetch).not.toHaveBeenCalled()
  setVisible(true)
  await wait(0)
  expect(told).toEqual(['r2'])
})

test('switching back and forth asks once', async () => {
  const { fetch, wait, setVisible } = watch(answering(() => 'r1'))
  await wait(10_000)
  for (let turn = 0; turn < 5; turn += 1) setVisible(true)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test.each<[string, () => Promise<Response>]>([
  ['404', async () => new Response('', { status: 404 })],
  ['HTML', async () => new Response('<!doctype html>')],
  ['another shape', async () => Response.json({})],
  ['nothing', () => Promise.reject(new Error('offline'))],
])('an answer of %s changes nothing', async (_, answer) => {
  const { told, wait } = watch(answer)
  await wait(60_000)
  expect(told).toEqual([])
})

test('once ended, nothing is asked or told any more', async () => {
  const { fetch, told, wait, end } = watch(answering(() => 'r2'))
  end()
  await wait(120_000)
  expect(fetch).not.toHaveBeenCalled()
  expect(told).toEqual([])
})

test('an answer that comes after the page has stopped asking is told to nobody, and nothing more is asked', async () => {
  const answers: ((response: Response) => void)[] = []
  const { fetch, told, wait, setVisible, end } = watch(() => new Promise((resolve) => void answers.push(resolve)))
  await wait(60_000)
  end()
  for (const answer of answers) answer(Response.json({ id: 'r2' }))
  await wait(120_000)
  setVisible(true)
  expect(told).toEqual([])
  expect(fetch).toHaveBeenCalledTimes(1)
})
