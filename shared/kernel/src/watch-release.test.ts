import { createManualClock } from './testing/fake-ports.ts'
import { watchRelease } from './watch-release.ts'

const setUp = (answer: () => Promise<Response>) => {
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
  const { told, wait } = setUp(answering(() => id))
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
  const { fetch, told, wait, setVisible } = setUp(answering(() => 'r2'))
  setVisible(false)
  await wait(180_000)
  expect(fetch).not.toHaveBeenCalled()
  setVisible(true)
  await wait(0)
  expect(told).toEqual(['r2'])
})

test('switching back and forth asks once', async () => {
  const { fetch, wait, setVisible } = setUp(answering(() => 'r1'))
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
  const { told, wait } = setUp(answer)
  await wait(60_000)
  expect(told).toEqual([])
})

test('once ended, nothing is asked or told any more', async () => {
  const { fetch, told, wait, end } = setUp(answering(() => 'r2'))
  end()
  await wait(120_000)
  expect(fetch).not.toHaveBeenCalled()
  expect(told).toEqual([])
})

test('an answer that comes after the page has stopped asking is told to nobody, and nothing more is asked', async () => {
  const answers: ((response: Response) => void)[] = []
  const { fetch, told, wait, setVisible, end } = setUp(() => new Promise((resolve) => void answers.push(resolve)))
  await wait(60_000)
  end()
  for (const answer of answers) answer(Response.json({ id: 'r2' }))
  await wait(120_000)
  setVisible(true)
  expect(told).toEqual([])
  expect(fetch).toHaveBeenCalledTimes(1)
})
