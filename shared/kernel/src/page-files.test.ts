import { createPageFiles } from './page-files.ts'
import { createManualClock } from './testing/fake-ports.ts'

const base = 'https://a.example/'
const integrity = `sha384-${'a'.repeat(64)}`

const setUp = (fetch: () => Promise<Response>) => {
  const clock = createManualClock()
  const files = createPageFiles({ fetch, clock, origin: base })
  files.register(
    base,
    ['entry.js', 'late.js'].map((path) => ({ path, bytes: 1, integrity })),
  )
  return { files, clock }
}

// Rule: M-FAIL-16
test('a file that failed is asked for once past the cache before the next try', async () => {
  const fetch = jest.fn(async () => new Response(''))
  const { files } = setUp(fetch)
  files.markBroken('https://a.example/entry.js')
  files.markBroken(Object.assign(new Error('Loading chunk failed'), { request: 'https://a.example/late.js' }))
  for (const other of [new Error('of something else'), { request: 404 }, 404, undefined, null, `${base}unknown.js`])
    files.markBroken(other)
  await files.refetchBroken(base)
  await files.refetchBroken(base)
  expect(fetch.mock.calls).toEqual([
    ['https://a.example/entry.js', expect.objectContaining({ cache: 'reload' })],
    ['https://a.example/late.js', expect.objectContaining({ cache: 'reload' })],
  ])
})

test('a file that still does not come is left to the next try', async () => {
  const { files } = setUp(() => Promise.reject(new Error('down')))
  files.markBroken('https://a.example/entry.js')
  await expect(files.refetchBroken(base)).resolves.toBeUndefined()
})

test('a file that hangs holds the next try up for 5 s', async () => {
  const { files, clock } = setUp(() => new Promise(() => {}))
  files.markBroken('https://a.example/entry.js')
  const refetched = files.refetchBroken(base)
  clock.advance(5_000)
  await expect(refetched).resolves.toBeUndefined()
})

test('a broken file of one remote holds up no other', async () => {
  const fetch = jest.fn(() => new Promise<Response>(() => {}))
  const { files } = setUp(fetch)
  files.markBroken('https://a.example/entry.js')
  await files.refetchBroken('https://a.example/other/')
  expect(fetch).not.toHaveBeenCalled()
})

test('a file that the release does not know is not asked for', async () => {
  const fetch = jest.fn(async () => new Response(''))
  const { files } = setUp(fetch)
  files.markBroken('https://a.example/elsewhere.js')
  await files.refetchBroken(base)
  expect(fetch).not.toHaveBeenCalled()
})
