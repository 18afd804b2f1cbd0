import { createSuspectFiles } from './suspect-files.ts'

// Rule: M-FAIL-16
test('a file that failed is asked for once past the cache before the next try', async () => {
  const fetch = jest.fn(async () => new Response(''))
  const suspects = createSuspectFiles(fetch)
  suspects.add('https://a.example/entry.js')
  suspects.addFrom(Object.assign(new Error('Loading chunk failed'), { request: 'https://a.example/late.js' }))
  suspects.addFrom(new Error('of something else'))
  await suspects.refresh()
  await suspects.refresh()
  expect(fetch.mock.calls).toEqual([
    ['https://a.example/entry.js', expect.objectContaining({ cache: 'reload' })],
    ['https://a.example/late.js', expect.objectContaining({ cache: 'reload' })],
  ])
})

test('a file that still does not come is left to the next try', async () => {
  const suspects = createSuspectFiles(() => Promise.reject(new Error('down')))
  suspects.add('https://a.example/entry.js')
  await expect(suspects.refresh()).resolves.toBeUndefined()
})
